/** The days of the week, in the order of `Date.getUTCDay`. */
export const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;
export type Weekday = (typeof weekdays)[number];

/** A range of minutes of a day, without the minute `to`: `09:00-17:00` is from 540 to 1020. */
export interface Hours {
  readonly from: number;
  readonly to: number;
}

/** Opening hours in a time zone (IANA). Holidays are closed days, such as `2026-12-25`. */
export interface OpeningHours {
  readonly timeZone: string;
  readonly weekly: Readonly<Partial<Record<Weekday, readonly Hours[]>>>;
  readonly holidays: ReadonlySet<string>;
}

const minuteMs = 60_000;
const dayMs = 1_440 * minuteMs;
/** The maximum number of days that `nextOpening` searches. */
const maxDays = 400;

/**
 * Returns the time that clocks in a time zone show at an instant. The result is in Unix milliseconds, as if the
 * clocks showed UTC: 09:00 in Berlin gives 09:00 UTC of the same day. Seconds are dropped.
 */
function wallClock(instant: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-GB', {
    ...{ timeZone, hourCycle: 'h23', year: 'numeric', month: '2-digit', day: '2-digit' },
    ...{ hour: '2-digit', minute: '2-digit' },
  } as const).formatToParts(instant);
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((one) => one.type === type)?.value ?? 0);
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'));
}

/**
 * Returns the first instant at which clocks in a time zone show `localTime`, a result of `wallClock`. If the
 * clocks skip this local time in spring, returns an instant after the skipped hour.
 */
function instantOf(localTime: number, timeZone: string): number {
  const offsets = [localTime - dayMs, localTime + dayMs].map((near) => wallClock(near, timeZone) - near);
  const candidates = offsets.map((offset) => localTime - offset).sort((one, other) => one - other);
  return (
    candidates.find((instant) => wallClock(instant, timeZone) === localTime) ?? candidates[1] ?? localTime
  );
}

function hoursOn(day: number, { weekly, holidays }: OpeningHours): readonly Hours[] {
  const date = new Date(day);
  if (holidays.has(date.toISOString().slice(0, 10))) return [];
  return weekly[weekdays[date.getUTCDay()] ?? 'sun'] ?? [];
}

/** Returns whether an instant in Unix milliseconds is within the opening hours. */
export function isOpen(instant: number, hours: OpeningHours): boolean {
  const localTime = wallClock(instant, hours.timeZone);
  const day = Math.floor(localTime / dayMs) * dayMs;
  const minute = (localTime - day) / minuteMs;
  return hoursOn(day, hours).some(({ from, to }) => from <= minute && minute < to);
}

/** Returns the next opening after an instant, in Unix milliseconds; null when no opening follows within 400 days. */
export function nextOpening(instant: number, hours: OpeningHours): number | null {
  const today = Math.floor(wallClock(instant, hours.timeZone) / dayMs) * dayMs;
  for (let day = today; day <= today + maxDays * dayMs; day += dayMs) {
    const openings = hoursOn(day, hours)
      .map(({ from }) => instantOf(day + from * minuteMs, hours.timeZone))
      .filter((opening) => opening > instant && isOpen(opening, hours));
    if (openings.length > 0) return Math.min(...openings);
  }
  return null;
}

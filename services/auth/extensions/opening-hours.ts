/** Days of the week, as `Date` counts them. */
export const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;
export type Weekday = (typeof weekdays)[number];

/** A range of minutes of a day, without the last: 540 to 1020 for `09:00-17:00`. */
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
/** How many days ahead to search for the next opening. */
const mostDays = 400;

/** Returns the local time of a zone at an instant, as if it were UTC. Unix milliseconds, down to the minute. */
function wallClock(instant: number, timeZone: string): number {
  const shown = new Intl.DateTimeFormat('en-GB', {
    ...{ timeZone, hourCycle: 'h23', year: 'numeric', month: '2-digit', day: '2-digit' },
    ...{ hour: '2-digit', minute: '2-digit' },
  } as const).formatToParts(instant);
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    Number(shown.find((one) => one.type === type)?.value ?? 0);
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'));
}

/** Returns the first instant with this local time, or the one after the gap if the zone skips that time. */
function instantOf(shown: number, timeZone: string): number {
  const offsets = [shown - dayMs, shown + dayMs].map((near) => wallClock(near, timeZone) - near);
  const candidates = offsets.map((offset) => shown - offset).sort((one, other) => one - other);
  return candidates.find((instant) => wallClock(instant, timeZone) === shown) ?? candidates[1] ?? shown;
}

function hoursOn(day: number, { weekly, holidays }: OpeningHours): readonly Hours[] {
  const date = new Date(day);
  if (holidays.has(date.toISOString().slice(0, 10))) return [];
  return weekly[weekdays[date.getUTCDay()] ?? 'sun'] ?? [];
}

/** Returns whether an instant in Unix milliseconds is within the opening hours. */
export function isOpen(instant: number, hours: OpeningHours): boolean {
  const shown = wallClock(instant, hours.timeZone);
  const day = Math.floor(shown / dayMs) * dayMs;
  const minute = (shown - day) / minuteMs;
  return hoursOn(day, hours).some(({ from, to }) => from <= minute && minute < to);
}

/** Returns the next opening after an instant, in Unix milliseconds; null when there is none within 400 days. */
export function nextOpening(instant: number, hours: OpeningHours): number | null {
  const today = Math.floor(wallClock(instant, hours.timeZone) / dayMs) * dayMs;
  for (let day = today; day <= today + mostDays * dayMs; day += dayMs) {
    const openings = hoursOn(day, hours)
      .map(({ from }) => instantOf(day + from * minuteMs, hours.timeZone))
      .filter((opening) => opening > instant && isOpen(opening, hours));
    if (openings.length > 0) return Math.min(...openings);
  }
  return null;
}

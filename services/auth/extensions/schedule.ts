import { z } from 'zod';
import { concerns, denied, loginExtension, Roles } from './extension.ts';

/** The days of the week, in the order of `Date.getUTCDay`. */
const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;
type Weekday = (typeof weekdays)[number];

/** Hours such as `09:00-17:00`, until `24:00` at most. Hours past midnight need a second range on the next day. */
const HoursText = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d-(([01]\d|2[0-3]):[0-5]\d|24:00)$/, 'must be hours like 09:00-17:00')
  .transform((text) => {
    const [from = 0, to = 0] = text.split('-').map((time) => {
      const [hour = 0, minute = 0] = time.split(':').map(Number);
      return hour * 60 + minute;
    });
    return { from, to };
  })
  .refine(({ from, to }) => from < to, 'must end after they begin, on the same day');

const TimeZone = z.string().refine((timeZone) => {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone }));
  } catch {
    return false;
  }
}, 'must be a time zone like Europe/London');

const Settings = z.strictObject({
  time_zone: TimeZone,
  /** Hours by day of the week; a day without hours is closed. */
  weekly: z.partialRecord(z.enum(weekdays), z.array(HoursText).max(24)),
  /** Days on which logins are refused, such as `2026-12-25`. */
  holidays: z.array(z.iso.date()).max(1_000).default([]),
  roles: Roles.default('all'),
});

/** Accepts logins only during the hours of the settings. */
export default loginExtension({
  name: 'schedule',
  settings: Settings,
  create({ time_zone: timeZone, weekly, holidays, roles }: z.infer<typeof Settings>, { now }) {
    const hours = {
      timeZone,
      weekly: weekly as Partial<Record<Weekday, { from: number; to: number }[]>>,
      holidays: new Set(holidays),
    };
    return {
      service_login_permission_callback(permission, user) {
        const at = now();
        if (permission !== true || !concerns(roles, user) || isOpen(at, hours)) return permission;
        const next = nextOpening(at, hours);
        return denied('service_time_restricted', {
          current_time: new Date(at).toISOString(),
          next_available: next === null ? null : new Date(next).toISOString(),
        });
      },
    };
  },
});

/** A range of minutes of a day, without the minute `to`: `09:00-17:00` is from 540 to 1020. */
interface Hours {
  readonly from: number;
  readonly to: number;
}

/** Opening hours in a time zone (IANA). Holidays are closed days, such as `2026-12-25`. */
interface OpeningHours {
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
function isOpen(instant: number, hours: OpeningHours): boolean {
  const localTime = wallClock(instant, hours.timeZone);
  const day = Math.floor(localTime / dayMs) * dayMs;
  const minute = (localTime - day) / minuteMs;
  return hoursOn(day, hours).some(({ from, to }) => from <= minute && minute < to);
}

/** Returns the next opening after an instant, in Unix milliseconds; null when no opening follows within 400 days. */
function nextOpening(instant: number, hours: OpeningHours): number | null {
  const today = Math.floor(wallClock(instant, hours.timeZone) / dayMs) * dayMs;
  for (let day = today; day <= today + maxDays * dayMs; day += dayMs) {
    const openings = hoursOn(day, hours)
      .map(({ from }) => instantOf(day + from * minuteMs, hours.timeZone))
      .filter((opening) => opening > instant && isOpen(opening, hours));
    if (openings.length > 0) return Math.min(...openings);
  }
  return null;
}

import { z } from 'zod';
import { denied, loginExtension } from '../login/extension.ts';
import { isOpen, nextOpening, type Weekday, weekdays } from './opening-hours.ts';
import { concerns, Roles } from './roles.ts';

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

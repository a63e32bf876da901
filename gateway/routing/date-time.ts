/**
 * A date and time. `at` has the form `YYYY-MM-DDTHH:mm:ss`. The time is in UTC if `utc` is true, else in
 * the time zone of the shop.
 */
export interface Moment {
  readonly at: string;
  readonly utc: boolean;
}

const pattern =
  /^(\d{4})-(\d{2})-(\d{2})[Tt ](\d{2}):(\d{2}):(\d{2})(?:\.\d{1,9})?(?:([Zz])|([+\- ])(\d{2})(?::?(\d{2}))?)?$/;

/**
 * Returns the moment of an ISO 8601 date-time; null if the text is invalid. A time with an offset is
 * converted to UTC. A time without an offset is in the time zone of the shop.
 */
export function momentOf(given: string): Moment | null {
  const [, year, month, day, hour, minute, second, zulu, sign, hours = '0', minutes = '0'] =
    pattern.exec(given) ?? [];
  const at = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
  const time = Date.parse(`${at}Z`);
  if (Number.isNaN(time) || new Date(time).toISOString().slice(0, 19) !== at) return null;
  if (sign === undefined) return { at, utc: zulu !== undefined };
  // In a query that a client did not encode, the plus of `+02:00` arrives as a blank, so a blank means plus.
  const offset = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -60_000 : 60_000);
  const moved = new Date(time - offset).toISOString();
  // The offset may move the date outside the years 0000 to 9999. `momentOf` returns null for these dates.
  return /^\d{4}-/.test(moved) ? { at: moved.slice(0, 19), utc: true } : null;
}

/** Returns whether the value of a parameter is a `Moment`. */
export function isMoment(value: object): value is Moment {
  return 'at' in value && 'utc' in value;
}

/** Returns a `Moment` as text that `momentOf` can parse. */
export function momentText({ at, utc }: Moment): string {
  return `${at}${utc ? 'Z' : ''}`;
}

/** `YYYY-MM-DDTHH:mm:ss`, of the shop's clock, or in UTC where an offset was given with it. */
export interface Moment {
  readonly at: string;
  readonly utc: boolean;
}

const written =
  /^(\d{4})-(\d{2})-(\d{2})[Tt ](\d{2}):(\d{2}):(\d{2})(?:\.\d{1,9})?(?:([Zz])|([+\- ])(\d{2})(?::?(\d{2}))?)?$/;

/** What a date-time in ISO 8601 says; null where it is none or the calendar has no such day. */
export function momentOf(given: string): Moment | null {
  const [, year, month, day, hour, minute, second, zulu, sign, hours = '0', minutes = '0'] =
    written.exec(given) ?? [];
  const at = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
  const time = Date.parse(`${at}Z`);
  if (Number.isNaN(time) || new Date(time).toISOString().slice(0, 19) !== at) return null;
  if (sign === undefined) return { at, utc: zulu !== undefined };
  // The plus of an offset arrives as a blank when a query was not encoded.
  const offset = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -60_000 : 60_000);
  const moved = new Date(time - offset).toISOString();
  // Years that UTC would write with a sign and six digits.
  return /^\d{4}-/.test(moved) ? { at: moved.slice(0, 19), utc: true } : null;
}

/** Whether a parameter's value is a moment. */
export function isMoment(value: object): value is Moment {
  return 'at' in value && 'utc' in value;
}

/** A moment as `momentOf` reads it. */
export function momentText({ at, utc }: Moment): string {
  return `${at}${utc ? 'Z' : ''}`;
}

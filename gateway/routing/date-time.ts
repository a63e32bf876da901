/** `YYYY-MM-DDTHH:mm:ss` in the shop's time, or in UTC if an offset was given. */
export interface Moment {
  readonly at: string;
  readonly utc: boolean;
}

const written =
  /^(\d{4})-(\d{2})-(\d{2})[Tt ](\d{2}):(\d{2}):(\d{2})(?:\.\d{1,9})?(?:([Zz])|([+\- ])(\d{2})(?::?(\d{2}))?)?$/;

/** Parses an ISO 8601 date-time; null if it is invalid. */
export function momentOf(given: string): Moment | null {
  const [, year, month, day, hour, minute, second, zulu, sign, hours = '0', minutes = '0'] =
    written.exec(given) ?? [];
  const at = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
  const time = Date.parse(`${at}Z`);
  if (Number.isNaN(time) || new Date(time).toISOString().slice(0, 19) !== at) return null;
  if (sign === undefined) return { at, utc: zulu !== undefined };
  // The plus of an offset is a blank if a query was not encoded.
  const offset = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -60_000 : 60_000);
  const moved = new Date(time - offset).toISOString();
  // Refuses years with more than four digits.
  return /^\d{4}-/.test(moved) ? { at: moved.slice(0, 19), utc: true } : null;
}

/** Whether a parameter's value is a `Moment`. */
export function isMoment(value: object): value is Moment {
  return 'at' in value && 'utc' in value;
}

/** Returns a text that `momentOf` reads. */
export function momentText({ at, utc }: Moment): string {
  return `${at}${utc ? 'Z' : ''}`;
}

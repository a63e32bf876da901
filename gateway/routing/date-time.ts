/** A date-time `at`, as `YYYY-MM-DDTHH:mm:ss`: in UTC if `utc`, else in the shop's time. */
export interface Moment {
  readonly at: string;
  readonly utc: boolean;
}

const pattern =
  /^(\d{4})-(\d{2})-(\d{2})[Tt ](\d{2}):(\d{2}):(\d{2})(?:\.\d{1,9})?(?:([Zz])|([+\- ])(\d{2})(?::?(\d{2}))?)?$/;

/**
 * Parses an ISO 8601 date-time: with an offset, returns UTC; without, the shop's time. Null if it
 * is invalid.
 */
export function momentOf(given: string): Moment | null {
  const [, year, month, day, hour, minute, second, zulu, sign, hours = '0', minutes = '0'] =
    pattern.exec(given) ?? [];
  const at = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
  const time = Date.parse(`${at}Z`);
  if (Number.isNaN(time) || new Date(time).toISOString().slice(0, 19) !== at) return null;
  if (sign === undefined) return { at, utc: zulu !== undefined };
  // The plus sign of an offset becomes a blank if the client did not encode the query.
  const offset = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -60_000 : 60_000);
  const moved = new Date(time - offset).toISOString();
  // The offset may have moved the date beyond the years 0000 to 9999, which is refused.
  return /^\d{4}-/.test(moved) ? { at: moved.slice(0, 19), utc: true } : null;
}

/** Returns whether a parameter's value is a `Moment`. */
export function isMoment(value: object): value is Moment {
  return 'at' in value && 'utc' in value;
}

/** Returns a `Moment` as text that `momentOf` can parse. */
export function momentText({ at, utc }: Moment): string {
  return `${at}${utc ? 'Z' : ''}`;
}

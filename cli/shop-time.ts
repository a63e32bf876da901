import type { ShopTime } from '#contracts/product.ts';

/** Formats a time in a time zone, `YYYY-MM-DDTHH:mm:ss`. */
function wallClock(at: number, timezone: string): string {
  // Swedish dates have the form of ISO 8601.
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: timezone,
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  return format.format(at).replace(' ', 'T');
}

const utcText = (at: number) => new Date(at).toISOString().slice(0, 19);

/** Returns Unix milliseconds as a time of a shop in this time zone. */
export function shopTime(at: number, timezone: string): ShopTime {
  return { local: wallClock(at, timezone), utc: utcText(at) };
}

/**
 * Parses `YYYY-MM-DDTHH:mm:ss` in the shop's time, or in UTC with `Z`. A time that daylight saving skips is
 * one hour later. Null for an invalid text or date.
 */
export function readShopTime(text: string, timezone: string): ShopTime | null {
  const match = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})(Z?)$/.exec(text);
  const [, clock = '', zone] = match ?? [];
  const asUtc = Date.parse(`${clock}Z`);
  if (Number.isNaN(asUtc) || utcText(asUtc) !== clock) return null;
  return shopTime(zone === 'Z' ? asUtc : atLocal(asUtc, timezone), timezone);
}

/** Returns the time at which a zone's clock shows the same as UTC's at `asUtc`. */
function atLocal(asUtc: number, timezone: string): number {
  const offset = (at: number) => Date.parse(`${wallClock(at, timezone)}Z`) - at;
  const near = asUtc - offset(asUtc);
  return asUtc - offset(near);
}

/** Returns a time zone's UTC offset in hours. */
export function hoursBeforeUtc(at: number, timezone: string): number {
  const whole = Math.floor(at / 1_000) * 1_000;
  return (Date.parse(`${wallClock(whole, timezone)}Z`) - whole) / 3_600_000;
}

/** Whether a time zone exists. */
export function isTimezone(name: string): boolean {
  try {
    wallClock(0, name);
    return true;
  } catch {
    return false;
  }
}

/** Returns a shop's time zone: its name, or else its UTC offset. */
export function zoneOf({ timezone, gmtOffset }: { timezone: string; gmtOffset: number }): string {
  if (timezone !== '' && isTimezone(timezone)) return timezone;
  const minutes = Math.round(Math.abs(gmtOffset) * 60);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${gmtOffset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

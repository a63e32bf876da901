import type { ShopTime } from '#contracts/product.ts';

/** The formats by time zone. Making a format takes a hundred times as long as using it. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timezone: string): Intl.DateTimeFormat {
  const known = formats.get(timezone);
  if (known) return known;
  // The Swedish locale writes dates as ISO 8601 does.
  const options = { timeZone: timezone, dateStyle: 'short', timeStyle: 'medium' } as const;
  const format = new Intl.DateTimeFormat('sv-SE', options);
  formats.set(timezone, format);
  return format;
}

/** Returns `YYYY-MM-DDTHH:mm:ss` for Unix milliseconds, as clocks in a time zone show it. */
function wallClock(at: number, timezone: string): string {
  const format = formatOf(timezone);
  return format.format(at).replace(' ', 'T');
}

const utcText = (at: number) => new Date(at).toISOString().slice(0, 19);

/** Returns a time in a shop's time zone and in UTC. `at` is in Unix milliseconds. */
export function shopTime(at: number, timezone: string): ShopTime {
  return { local: wallClock(at, timezone), utc: utcText(at) };
}

/**
 * Parses `YYYY-MM-DDTHH:mm:ss` in the shop's time, or `YYYY-MM-DDTHH:mm:ssZ` in UTC. A time that daylight
 * saving time skips becomes one hour later. Returns null for an invalid text or date.
 */
export function readShopTime(text: string, timezone: string): ShopTime | null {
  const match = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})(Z?)$/.exec(text);
  const [, clock = '', zone] = match ?? [];
  const asUtc = Date.parse(`${clock}Z`);
  if (Number.isNaN(asUtc) || utcText(asUtc) !== clock) return null;
  return shopTime(zone === 'Z' ? asUtc : atLocal(asUtc, timezone), timezone);
}

/**
 * Returns the Unix milliseconds of a local time. `asUtc` is the same clock time read as UTC: for 09:00 in
 * Amsterdam, the Unix milliseconds of 09:00 UTC.
 */
function atLocal(asUtc: number, timezone: string): number {
  const offset = (at: number) => Date.parse(`${wallClock(at, timezone)}Z`) - at;
  const estimate = asUtc - offset(asUtc);
  return asUtc - offset(estimate);
}

/** Returns the UTC offset of a time zone at a time (Unix milliseconds), in hours. */
export function utcOffsetHours(at: number, timezone: string): number {
  const whole = Math.floor(at / 1_000) * 1_000;
  return (Date.parse(`${wallClock(whole, timezone)}Z`) - whole) / 3_600_000;
}

/** Returns whether a time zone exists. */
export function isTimezone(name: string): boolean {
  try {
    wallClock(0, name);
    return true;
  } catch {
    return false;
  }
}

/** Returns the name of a shop's time zone, or the shop's UTC offset if the name is empty or invalid. */
export function zoneOf({ timezone, gmtOffset }: { timezone: string; gmtOffset: number }): string {
  if (timezone !== '' && isTimezone(timezone)) return timezone;
  const minutes = Math.round(Math.abs(gmtOffset) * 60);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${gmtOffset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

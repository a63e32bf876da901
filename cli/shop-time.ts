import type { ShopTime } from '#contracts/product.ts';

/** A moment by the clock of a time zone, `YYYY-MM-DDTHH:mm:ss`. */
function wallClock(at: number, timezone: string): string {
  // Swedish writes dates as ISO 8601 does.
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: timezone,
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  return format.format(at).replace(' ', 'T');
}

const utcText = (at: number) => new Date(at).toISOString().slice(0, 19);

/** A moment, Unix milliseconds, as a shop in this time zone writes it. */
export function shopTime(at: number, timezone: string): ShopTime {
  return { local: wallClock(at, timezone), utc: utcText(at) };
}

/**
 * The moment that a text names, `YYYY-MM-DDTHH:mm:ss` by the shop's clock, or with `Z` behind in UTC. A time that the
 * clock leaves out in spring is the one an hour later. Null when it is no such text, or no day of the calendar.
 */
export function readShopTime(text: string, timezone: string): ShopTime | null {
  const match = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})(Z?)$/.exec(text);
  const [, clock = '', zone] = match ?? [];
  const asUtc = Date.parse(`${clock}Z`);
  if (Number.isNaN(asUtc) || utcText(asUtc) !== clock) return null;
  return shopTime(zone === 'Z' ? asUtc : atLocal(asUtc, timezone), timezone);
}

/** The moment at which the clock of a time zone shows what it would show in UTC at `asUtc`. */
function atLocal(asUtc: number, timezone: string): number {
  const offset = (at: number) => Date.parse(`${wallClock(at, timezone)}Z`) - at;
  const near = asUtc - offset(asUtc);
  return asUtc - offset(near);
}

/** Hours by which a time zone is before UTC at a moment, as settings have it. */
export function hoursBeforeUtc(at: number, timezone: string): number {
  const whole = Math.floor(at / 1_000) * 1_000;
  return (Date.parse(`${wallClock(whole, timezone)}Z`) - whole) / 3_600_000;
}

/** Whether there is a time zone of this name. */
export function isTimezone(name: string): boolean {
  try {
    wallClock(0, name);
    return true;
  } catch {
    return false;
  }
}

/** The time zone of a shop: by its name, or where that is none by its hours before UTC. */
export function zoneOf({ timezone, gmtOffset }: { timezone: string; gmtOffset: number }): string {
  if (timezone !== '' && isTimezone(timezone)) return timezone;
  const minutes = Math.round(Math.abs(gmtOffset) * 60);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${gmtOffset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

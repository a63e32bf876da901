import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isTimezone, readShopTime, shopTime, utcOffsetHours, zoneOf } from './shop-time.ts';

const amsterdam = 'Europe/Amsterdam';

describe('a time of the shop', () => {
  test.each([
    ['2026-01-15T12:00:00', '2026-01-15T11:00:00'],
    ['2026-07-15T00:00:00', '2026-07-14T22:00:00'],
  ])('%s in its time zone is %s in UTC', (local, utc) => {
    expect(readShopTime(local, amsterdam)).toEqual({ local, utc });
  });

  test('with a Z at its end is in UTC', () => {
    expect(readShopTime('2026-07-15T00:00:00Z', amsterdam)).toEqual({
      local: '2026-07-15T02:00:00',
      utc: '2026-07-15T00:00:00',
    });
  });

  test('that daylight saving time skips is read as an hour later', () => {
    expect(readShopTime('2026-03-29T02:30:00', amsterdam)?.local).toBe('2026-03-29T03:30:00');
  });

  test.each([
    '2026-02-30T00:00:00',
    '2026-01-01',
    '2026-01-01T24:00:00',
    'tomorrow',
    '2026-01-01T00:00:00+01:00',
  ])('%s is refused', (text) => expect(readShopTime(text, amsterdam)).toBeNull());

  test('is printed in a form that is parsed to the same time, except in the hour that occurs twice', () => {
    const whole = fc.integer({ min: 0, max: 4_000_000_000 }).map((seconds) => seconds * 1_000);
    const zone = fc.constantFrom(
      'UTC',
      amsterdam,
      'America/St_Johns',
      'Asia/Kolkata',
      'Pacific/Chatham',
      '-03:30',
    );
    fc.assert(
      fc.property(whole, zone, (at, name) => {
        const written = shopTime(at, name);
        expect(readShopTime(written.local, name)?.local).toBe(written.local);
        expect(readShopTime(`${written.utc}Z`, name)).toEqual(written);
      }),
    );
  });
});

test('a shop without a time zone has an offset from UTC', () => {
  expect(zoneOf({ timezone: 'Europe/Amsterdam', gmtOffset: 9 })).toBe('Europe/Amsterdam');
  expect(zoneOf({ timezone: '', gmtOffset: -3.5 })).toBe('-03:30');
  expect(utcOffsetHours(Date.UTC(2026, 6, 1), 'Asia/Kolkata')).toBe(5.5);
  expect([isTimezone('Europe/Amsterdam'), isTimezone('Mars/Olympus')]).toEqual([true, false]);
});

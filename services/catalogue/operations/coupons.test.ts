import type { Subscription } from 'nats';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readCatalogueNumber } from '#contracts/catalogue.ts';
import { importCoupons, removeRecords } from '#contracts/catalogue-import.ts';
import { type Coupon, createCoupon, deleteCoupon, listCoupons, readCoupons } from '#contracts/coupons.ts';
import { FeedMessage } from '#contracts/feed.ts';
import { decode } from '#platform/bus/wire.ts';
import { mongodFixture, natsFixture } from '#testing/engines.ts';
import { type Replica, startReplica, until } from '../catalogue.fixture.ts';
import { couponRecord } from './coupons.fixture.ts';

const mongod = mongodFixture();
const nats = natsFixture();

let one: Replica;
let feed: Subscription;
/**
 * The change messages of the feed, read directly from NATS. A `FeedSubscriber` may get a change from a
 * snapshot instead of a message.
 */
const feedMessages: FeedMessage[] = [];
beforeAll(async () => {
  one = await startReplica({ mongodb: mongod.url, nats: nats.url });
  await until(() => one.mongodb.check());
  feed = one.nats.subscribe('feed.catalogue', {
    callback: (_error, { data }) => {
      const message = FeedMessage.parse(decode(data));
      if (message.change !== undefined) feedMessages.push(message);
    },
  });
  await one.nats.flush();
});
afterAll(async () => {
  feed.unsubscribe();
  await one[Symbol.asyncDispose]();
});

const keep = (...records: Coupon[]) => one.ask(importCoupons, { records });
const read = async (...codes: string[]) => (await one.ask(readCoupons, { codes })).coupons;
const withoutId = ({ id: _id, ...rest }: Coupon) => rest;

/** Runs `work`, and returns the changes that the feed published meanwhile, ordered by number. */
async function changesDuring(work: () => Promise<unknown>): Promise<unknown[]> {
  const { number: before } = await one.ask(readCatalogueNumber, {});
  await work();
  const { number: after } = await one.ask(readCatalogueNumber, {});
  const changes = () => feedMessages.filter(({ number }) => number > before && number <= after);
  await until(() => changes().length >= after - before);
  return changes().map(({ change }) => change);
}

describe('coupons by their codes', () => {
  test('are returned in the requested order, in any case and of any status, null for unknown ones', async () => {
    const records = [
      couponRecord({ id: 1, code: 'ten' }),
      couponRecord({ id: 2, code: 'x y', status: 'trash' }),
    ];
    await keep(...records);
    expect(await read(' X Y ', 'none', 'TEN', 'ten')).toEqual([records[1], null, records[0], records[0]]);
  });

  test('that exceed one message: the first coupons that fit are returned, at least one', async () => {
    const usedBy = Array.from({ length: 10_000 }, (_, n) => `${n}`.padEnd(60, 'x'));
    const codes = ['big-1', 'big-2', 'big-3', 'big-4'];
    for (const [index, code] of codes.entries()) await keep(couponRecord({ id: 50 + index, code, usedBy }));
    // Each coupon takes about 0.63 MB of JSON, and coupons may fill half of a NATS message.
    const most = Math.max(1, Math.floor((one.nats.info?.max_payload ?? 0) / 2 / 640_000));
    const first = await read(...codes);
    expect(first.map((coupon) => coupon?.code)).toEqual(codes.slice(0, most));
    expect(await read(...codes.slice(most))).toHaveLength(Math.min(most, 4 - most));
  });

  test('have the freshness that the answer states, as soon as the feed is current', async () => {
    await keep(couponRecord({ id: 3, code: 'new' }));
    const { number } = await one.ask(readCatalogueNumber, {});
    const asOf = async () => (await one.ask(readCoupons, { codes: ['new'] })).asOf.catalogue;
    expect(await asOf()).toBeLessThanOrEqual(number);
    await until(async () => (await asOf()) === number);
    expect(await read('new')).toEqual([couponRecord({ id: 3, code: 'new' })]);
  });

  test('have no uses if none are known', async () => {
    const { usedBy: _usedBy, ...record } = couponRecord({ id: 4, code: 'unused' });
    await keep(record as Coupon);
    expect(await read('unused')).toEqual([{ ...record, usedBy: [] }]);
  });
});

describe('pages of coupons', () => {
  const page = async (query: object) => {
    const { coupons, total } = await one.ask(listCoupons, query);
    return [coupons.map(({ code }) => code), total];
  };

  test('are sorted by code, with the given prefix, with a total over all pages', async () => {
    const codes = ['list-b', 'list-a', 'list-c', 'list', 'lisu', 'list-.*'];
    await keep(...codes.map((code, n) => couponRecord({ id: 10 + n, code, usedBy: ['7'] })));
    expect(await page({ search: ' LIST-' })).toEqual([['list-.*', 'list-a', 'list-b', 'list-c'], 4]);
    expect(await page({ search: 'list', perPage: 2, page: 2 })).toEqual([['list-a', 'list-b'], 5]);
    expect(await page({ search: 'list', perPage: 2, page: 4 })).toEqual([[], 5]);
    expect(await page({ search: 'list-.*' })).toEqual([['list-.*'], 1]);
    expect(await page({ search: 'nobody' })).toEqual([[], 0]);
    const { coupons } = await one.ask(listCoupons, { search: 'list-a' });
    expect(coupons).toEqual([{ ...couponRecord({ id: 11, code: 'list-a' }), usedBy: undefined }]);
  });
});

describe('a coupon that is created', () => {
  const made = withoutId(couponRecord({ id: 1, code: 'made', minimumSpend: 500 }));

  test('has an id above all others, and is readable at once under its code in lower case', async () => {
    const [first, second] = [
      await one.ask(createCoupon, { coupon: { ...made, code: ' MADE ' } }),
      await one.ask(createCoupon, { coupon: { ...made, code: 'made-2' } }),
    ];
    expect(first.coupon).toEqual({ ...made, id: 1_000_000_000 });
    expect(second.coupon.id).toBe(1_000_000_001);
    expect(await read('made')).toEqual([first.coupon]);
    await one.ask(deleteCoupon, { code: 'made-2' });
    const third = await one.ask(createCoupon, { coupon: { ...made, code: 'made-3' } });
    expect(third.coupon.id).toBe(1_000_000_002);
  });

  test('with a code in use is refused and changes nothing', async () => {
    await keep(couponRecord({ id: 20, code: 'taken' }));
    const changes = await changesDuring(async () => {
      const refused = one.ask(createCoupon, { coupon: { ...made, code: 'Taken' } });
      await expect(refused).rejects.toMatchObject({ code: 'service_coupon_exists' });
    });
    expect([changes, await read('taken')]).toEqual([[], [couponRecord({ id: 20, code: 'taken' })]]);
  });

  test('by two requests at once is created once', async () => {
    const both = await Promise.allSettled(
      [1, 2].map(() => one.ask(createCoupon, { coupon: { ...made, code: 'once' } })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  test('is returned by its deletion, and cannot be read afterwards', async () => {
    const { coupon } = await one.ask(createCoupon, { coupon: { ...made, code: 'gone' } });
    expect(await one.ask(deleteCoupon, { code: 'GONE' })).toEqual({ coupon });
    expect(await read('gone')).toEqual([null]);
    const refused = one.ask(deleteCoupon, { code: 'gone' });
    await expect(refused).rejects.toMatchObject({ code: 'service_coupon_not_exist' });
  });
});

describe('the feed of the catalogue', () => {
  test('publishes each change of coupons by code, once and under its number', async () => {
    const before = await one.ask(readCatalogueNumber, {});
    const changes = await changesDuring(async () => {
      await keep(couponRecord({ id: 30, code: 'a' }), couponRecord({ id: 31, code: 'b' }));
      await keep(couponRecord({ id: 30, code: 'a' }), couponRecord({ id: 31, code: 'b', amount: 1 }));
      await one.ask(createCoupon, { coupon: { ...withoutId(couponRecord({ id: 1 })), code: 'c' } });
      await one.ask(deleteCoupon, { code: 'c' });
      await one.ask(removeRecords, { collection: 'coupons', ids: [30, 404] });
      await one.ask(removeRecords, { collection: 'coupons', ids: [404] });
    });
    expect(changes).toEqual(
      [['a', 'b'], ['b'], ['c'], ['c'], ['a']].map((coupons) => ({ products: [], coupons })),
    );
    expect((await one.ask(readCatalogueNumber, {})).number).toBe(before.number + 5);
  });

  test('publishes a renamed coupon under both codes', async () => {
    await keep(couponRecord({ id: 40, code: 'old' }));
    expect(await changesDuring(() => keep(couponRecord({ id: 40, code: 'fresh' })))).toEqual([
      { products: [], coupons: ['fresh', 'old'] },
    ]);
  });

  test('publishes a whole batch in one message', async () => {
    const records = Array.from({ length: 100 }, (_, n) =>
      couponRecord({ id: 1_000 + n, code: `${n}`.padStart(200, 'x') }),
    );
    const changes = await changesDuring(() => keep(...records));
    expect(changes).toEqual([{ products: [], coupons: records.map(({ code }) => code) }]);
  });
});

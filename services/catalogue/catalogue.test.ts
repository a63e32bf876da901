import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { readCatalogueNumber, readFacts, readProduct } from '#contracts/catalogue.ts';
import { importProducts, importTerms, listIds, removeRecords } from '#contracts/catalogue-import.ts';
import type { Operation } from '#contracts/operation.ts';
import { readSettings, writeSettings } from '#contracts/settings.ts';
import { Caller } from '#platform/bus/caller.ts';
import { connectNats } from '#platform/bus/connection.ts';
import { FeedSubscriber } from '#platform/feed/subscriber.ts';
import { mongodFixture, natsFixture } from '#platform/testing/engines.ts';
import { type Replica, startReplica, until } from './catalogue.fixture.ts';
import { productRecord, variationRecord } from './records.fixture.ts';

const mongod = mongodFixture();
const nats = natsFixture();
const logger = pino({ level: 'silent' });
const clock = { now: Date.parse('2026-06-15T00:00:00Z') };

let one: Replica;
let other: Replica;
beforeAll(async () => {
  const urls = { mongodb: mongod.url, nats: nats.url };
  [one, other] = await Promise.all([
    startReplica(urls, () => clock.now),
    startReplica(urls, () => clock.now),
  ]);
  await until(async () => (await one.mongodb.check()) && (await other.mongodb.check()));
});
afterAll(async () => {
  await one[Symbol.asyncDispose]();
  await other[Symbol.asyncDispose]();
});

const ask = <Request extends z.ZodType, Reply extends z.ZodType>(
  operation: Operation<Request, Reply>,
  request: z.input<Request>,
) => one.caller.request(operation, request, { requestId: 'test', deadline: Date.now() + 5_000, claim: null });

const at = (utc: string) => ({ local: utc, utc });

describe('reading a product', () => {
  beforeAll(async () => {
    const sale = { regular: 2_000, sale: 1_500, saleFrom: at('2026-07-01T00:00:00'), saleTo: null };
    await ask(importProducts, {
      records: [
        productRecord({ id: 1, sku: 'plain', relatedIds: [2, 3, 404], upsellIds: [4], crossSellIds: [2] }),
        productRecord({ id: 2, prices: sale }),
        productRecord({ id: 3, status: 'draft', sku: 'draft' }),
        productRecord({ id: 4, status: 'publish', locked: true }),
        productRecord({ id: 5, sku: '77' }),
        productRecord({
          id: 7,
          type: 'variable',
          variations: [
            variationRecord({ id: 10, menuOrder: 2 }),
            variationRecord({ id: 9, menuOrder: 1 }),
            variationRecord({ id: 8, menuOrder: 1, status: 'private' }),
          ],
        }),
      ],
    });
  });

  test('names only published products beside it, in their order, and holds until one of them changes its price', async () => {
    const { product, holdsUntil } = await ask(readProduct, { reference: '1' });
    const names = (cards: readonly { id: number }[]) => cards.map(({ id }) => id);
    expect([names(product.related), names(product.upsells), names(product.crossSells)]).toEqual([
      [2],
      [],
      [2],
    ]);
    expect(holdsUntil).toBe(Date.parse('2026-07-01T00:00:00Z'));
  });

  test('by SKU gives the same as by id', async () => {
    expect(await ask(readProduct, { reference: ' plain ' })).toEqual(
      await ask(readProduct, { reference: '1' }),
    );
  });

  test('by digits that are no id gives the product with that SKU', async () => {
    expect((await ask(readProduct, { reference: '77' })).product.id).toBe(5);
  });

  test('shows the published variations in the order of the shop', async () => {
    const { product } = await ask(readProduct, { reference: '7' });
    expect(product.variations.map(({ id }) => id)).toEqual([9, 10]);
  });

  test('takes the sale in from its first second', async () => {
    clock.now = Date.parse('2026-07-01T00:00:00Z');
    const { product, holdsUntil } = await ask(readProduct, { reference: '2' });
    clock.now = Date.parse('2026-06-15T00:00:00Z');
    expect([product.prices.price, product.prices.onSale, holdsUntil]).toEqual([1_500, true, null]);
  });

  test.each([
    ['404', 'service_product_invalid_id'],
    ['3', 'service_product_invalid_id'],
    ['draft', 'service_product_invalid_id'],
    ['4', 'service_product_invalid_id'],
    ['9', 'service_product_invalid_id'],
    ['mug-9', 'service_product_invalid_id'],
    ['99999999999999999999', 'service_product_invalid_id'],
    ['unknown', 'service_unknown_product_id'],
    ['{"$ne":null}', 'service_unknown_product_id'],
    ['$where', 'service_unknown_product_id'],
  ])('%s is refused with %s', async (reference, code) => {
    await expect(ask(readProduct, { reference })).rejects.toMatchObject({ code });
  });

  test('facts come in the order asked, whatever the status, null where there is nothing', async () => {
    const { facts, asOf } = await ask(readFacts, { references: ['9', 'plain', '404', '3', '77', '9'] });
    expect(facts.map((one) => one && [one.id, one.status])).toEqual([
      [9, 'publish'],
      [1, 'publish'],
      null,
      [3, 'draft'],
      [5, 'publish'],
      [9, 'publish'],
    ]);
    expect(asOf.catalogue).toBe((await ask(readCatalogueNumber, {})).number);
  });
});

describe('the settings', () => {
  test('keep what a write does not name, and number what it changes', async () => {
    const before = await ask(readSettings, {});
    const written = await ask(writeSettings, { settings: { title: 'Mugs' } });
    expect(written).toEqual({ settings: { ...before.settings, title: 'Mugs' }, number: before.number + 1 });
    expect(await ask(readSettings, {})).toEqual(written);
  });

  test('that are written as they are make no change', async () => {
    const { settings, number } = await ask(readSettings, {});
    expect((await ask(writeSettings, { settings })).number).toBe(number);
  });

  test('reach the answers of every replica', async () => {
    const { settings } = await ask(readSettings, {});
    await ask(importProducts, { records: [productRecord({ id: 20 })] });
    await ask(writeSettings, { settings: { currency: { ...settings.currency, code: 'EUR', symbol: '€' } } });
    const codes = async () => {
      const answers = Array.from({ length: 12 }, () => ask(readProduct, { reference: '20' }));
      return (await Promise.all(answers)).map(({ units }) => units.currency.code);
    };
    await until(async () => (await codes()).every((code) => code === 'EUR'));
  });
});

describe('the feed of changes', () => {
  test('is never ahead of the answers: who hears of a change gets it from every replica', async () => {
    const price = (round: number) => ({ regular: round, sale: null, saleFrom: null, saleTo: null });
    const product = (round: number) =>
      productRecord({
        id: 40,
        type: 'variable',
        variations: [variationRecord({ id: 41, prices: price(round) })],
      });
    await ask(importProducts, { records: [product(1_000)] });
    const listener = await connectNats('gateway', { NATS_URL: nats.url }, true);
    const caller = new Caller(listener, 'a secret of tests, 32 characters or more');
    const context = () => ({ requestId: 'test', deadline: Date.now() + 5_000, claim: null });
    const answers: Promise<(number | null | undefined)[]>[] = [];
    const readBoth = async () => {
      const both = [1, 2, 3, 4].map(async (time) =>
        time % 2 === 0
          ? (await caller.request(readProduct, { reference: '40' }, context())).product.variations[0]?.prices
              .price
          : (await caller.request(readFacts, { references: ['mug-41'] }, context())).facts[0]?.price,
      );
      return Promise.all(both);
    };
    listener.subscribe('feed.catalogue', {
      callback: (_error, message) => void ('change' in message.json<object>() && answers.push(readBoth())),
    });
    await listener.flush();
    const rounds = Array.from({ length: 30 }, (_, index) => index + 1);
    for (const round of rounds) {
      await ask(importProducts, { records: [product(round)] });
      await until(() => answers.length === round);
      await answers.at(-1);
    }
    expect(await Promise.all(answers)).toEqual(rounds.map((round) => [round, round, round, round]));
    await listener.close();
  });

  test('heals a lost message by its heartbeat', async () => {
    const { number: start } = await ask(readCatalogueNumber, {});
    let snapshots = 0;
    const seen: unknown[] = [];
    const listener = {
      snapshot: async () => {
        snapshots += 1;
        return (await ask(readCatalogueNumber, {})).number;
      },
      apply: (change: unknown) => void seen.push(change),
    };
    const feed = new FeedSubscriber(other.nats, 'catalogue', listener, logger);
    await until(() => feed.number === start && feed.current);
    const before = snapshots;
    // A replica dies between its commit and its message: nobody is told of this number.
    const { createConnection } = await import('mongoose');
    const writer = await createConnection(mongod.url).asPromise();
    await writer
      .collection<{ _id: string }>('counters')
      .updateOne({ _id: 'catalogue' }, { $inc: { number: 1 } });
    await writer.close();
    await until(() => feed.number === start + 1 && feed.current);
    expect([snapshots, seen]).toEqual([before + 1, []]);
    await ask(importProducts, { records: [productRecord({ id: 30 })] });
    await until(() => feed.number === start + 2);
    expect([snapshots, seen]).toEqual([before + 1, [{ products: [30] }]]);
    feed.close();
  });

  test('numbers a change of terms as well, and none when they are kept already', async () => {
    const tag = { id: 1, name: 'soft', slug: 'soft', description: '', count: 0 };
    const { number } = await ask(readCatalogueNumber, {});
    const first = await ask(importTerms, { kind: 'tags', records: [tag] });
    const again = await ask(importTerms, { kind: 'tags', records: [tag] });
    expect([first, again]).toEqual([
      { outcome: { created: 1, changed: 0, unchanged: 0, removed: 0 }, number: number + 1 },
      { outcome: { created: 0, changed: 0, unchanged: 1, removed: 0 }, number: number + 1 },
    ]);
    expect((await ask(listIds, { collection: 'tags', after: 0 })).ids).toEqual([1]);
    expect(await ask(removeRecords, { collection: 'tags', ids: [1, 2] })).toEqual({
      removed: 1,
      number: number + 2,
    });
  });
});

import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readCatalogueNumber, readFacts, readProduct } from '#contracts/catalogue.ts';
import { importProducts, importTerms, listIds, removeRecords } from '#contracts/catalogue-import.ts';
import { readSettings, writeSettings } from '#contracts/settings.ts';
import { Caller } from '#platform/bus/caller.ts';
import { connectNats } from '#platform/bus/connection.ts';
import { FeedSubscriber } from '#platform/feed/subscriber.ts';
import { mongodFixture, natsFixture } from '#testing/engines.ts';
import { productIn, type Replica, startReplica, until } from './catalogue.fixture.ts';
import { productRecord, variationRecord } from './records.fixture.ts';

const mongod = mongodFixture();
const nats = natsFixture();
const logger = pino({ level: 'silent' });

let one: Replica;
let other: Replica;
beforeAll(async () => {
  const urls = { mongodb: mongod.url, nats: nats.url };
  [one, other] = await Promise.all([startReplica(urls), startReplica(urls)]);
  await until(async () => (await one.mongodb.check()) && (await other.mongodb.check()));
});
afterAll(async () => {
  await one[Symbol.asyncDispose]();
  await other[Symbol.asyncDispose]();
});

const ask: Replica['askAny'] = (operation, request) => one.askAny(operation, request);

describe('the settings', () => {
  test('keep members that a write does not contain, and number each change', async () => {
    const before = await ask(readSettings, {});
    const written = await ask(writeSettings, { settings: { title: 'Mugs' } });
    expect(written).toEqual({ settings: { ...before.settings, title: 'Mugs' }, number: before.number + 1 });
    expect(await ask(readSettings, {})).toEqual({ ...written, age: 0 });
  });

  test('that are written unchanged make no change', async () => {
    const { settings, number } = await ask(readSettings, {});
    expect((await ask(writeSettings, { settings })).number).toBe(number);
  });

  test('are current in the answers of every replica', async () => {
    const { settings } = await ask(readSettings, {});
    await ask(importProducts, { records: [productRecord({ id: 20 })] });
    await ask(writeSettings, { settings: { currency: { ...settings.currency, code: 'EUR', symbol: '€' } } });
    const codes = async () => {
      const answers = Array.from({ length: 12 }, () => ask(readProduct, { reference: '20' }));
      return (await Promise.all(answers)).map(({ others }) => others.units.currency.code);
    };
    await until(async () => (await codes()).every((code) => code === 'EUR'));
  });
});

describe('the feed of changes', () => {
  test('is never ahead of the answers: a change that was published is in the answers of every replica', async () => {
    const price = (round: number) => ({ regular: round, sale: null, saleFrom: null, saleTo: null });
    const product = (round: number) =>
      productRecord({
        id: 40,
        type: 'variable',
        variations: [variationRecord({ id: 41, prices: price(round) })],
      });
    await ask(importProducts, { records: [product(1_000)] });
    const listener = await connectNats('cli', { NATS_URL: nats.url }, true);
    const caller = new Caller(listener, 'service');
    const context = () => ({ requestId: 'test', deadline: Date.now() + 30_000, claim: null });
    const answers: Promise<(number | null | undefined)[]>[] = [];
    const readBoth = async () => {
      const both = [1, 2, 3, 4].map(async (time) =>
        time % 2 === 0
          ? productIn(await caller.request(readProduct, { reference: '40' }, context())).product.variations[0]
              ?.prices.price
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

  test('publishes changes of terms, and a category that moved has moved in every replica', async () => {
    const category = (id: number, parentId: number) => ({
      ...{ id, parentId, name: `Category ${id}`, slug: `category-${id}`, description: '', count: 0 },
      ...{ display: 'default' as const, image: null, menuOrder: 0 },
    });
    const put = (...records: ReturnType<typeof category>[]) =>
      ask(importTerms, { kind: 'categories', records });
    const categories = [{ id: 502, name: 'Category 502', slug: 'category-502' }];
    const variations = [variationRecord({ id: 51 })];
    await ask(importProducts, {
      records: [productRecord({ id: 50, type: 'variable', categories, variations })],
    });
    await put(category(500, 0), category(501, 0), category(502, 500));
    const listener = await connectNats('cli', { NATS_URL: nats.url }, true);
    const caller = new Caller(listener, 'service');
    const context = () => ({ requestId: 'test', deadline: Date.now() + 30_000, claim: null });
    const readFour = () => {
      const four = [1, 2, 3, 4].map(async () => {
        const { facts, asOf } = await caller.request(readFacts, { references: ['50', '51'] }, context());
        return { asOf: asOf.catalogue, ids: facts.map((each) => each?.categoryIds) };
      });
      return Promise.all(four);
    };
    const firstReads = Promise.withResolvers<Awaited<ReturnType<typeof readFour>>>();
    listener.subscribe('feed.catalogue', {
      callback: (_error, message) => {
        const { change } = message.json<{ change?: { terms?: boolean } }>();
        if (change?.terms === true) firstReads.resolve(readFour());
      },
    });
    await listener.flush();
    const { number: asOf } = await put(category(502, 501));
    const ids = [502, 501];
    expect(await firstReads.promise).toEqual([1, 2, 3, 4].map(() => ({ asOf, ids: [ids, ids] })));
    await listener.close();
  });

  test('recovers from a lost message by its heartbeat', async () => {
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
    // Simulates a replica that dies after it committed a change and before it published the change.
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

  test('numbers a change of terms as well, and none when they are unchanged', async () => {
    const tag = { id: 1, name: 'soft', slug: 'soft', description: '', count: 0 };
    const { number } = await ask(readCatalogueNumber, {});
    const first = await ask(importTerms, { kind: 'tags', records: [tag] });
    const again = await ask(importTerms, { kind: 'tags', records: [tag] });
    expect([first, again]).toEqual([
      { outcome: { created: 1, changed: 0, unchanged: 0, removed: 0 }, number: number + 1, renamed: [] },
      { outcome: { created: 0, changed: 0, unchanged: 1, removed: 0 }, number: number + 1, renamed: [] },
    ]);
    const other = await ask(importTerms, { kind: 'tags', records: [{ ...tag, name: 'Soft' }] });
    expect(other.renamed).toEqual([1]);
    expect((await ask(listIds, { collection: 'tags', after: 0 })).ids).toEqual([1]);
    expect(await ask(removeRecords, { collection: 'tags', ids: [1, 2] })).toEqual({
      removed: 1,
      variations: 0,
    });
    expect(await ask(readCatalogueNumber, {})).toEqual({ number: number + 3 });
  });
});

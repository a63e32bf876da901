import { createConnection } from 'mongoose';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { mongodFixture } from '#testing/engines.ts';
import { ChangeRelay } from './change-relay.ts';
import { Engine } from './engine.ts';

const mongod = mongodFixture();
const logger = pino({ level: 'silent' });
let engine: Engine;
beforeAll(async () => {
  engine = new Engine(mongod.url, logger);
  await engine.start(async () => {});
});
afterAll(() => engine.close());

// Each try of a test uses a new relay and a new collection, and ends its replicas.
let tries = 0;
let name: string;
const replicas: { end(): Promise<void> }[] = [];
beforeEach(() => {
  tries += 1;
  name = `letters_${tries}`;
});
afterEach(async () => {
  for (const one of replicas.splice(0)) await one.end();
});

/** Starts a replica that relays letters to a list. Publishing one letter fails a given number of times. */
async function replica(
  holder: string,
  published: string[],
  failing: { letter: string; times: number } | null = null,
) {
  const plan = {
    name,
    relays: 'letter_relays',
    collection: name,
    pipeline: [{ $match: { operationType: 'insert' } }],
    publish: async (change: object) => {
      const { letter } = (change as { fullDocument: { letter: string } }).fullDocument;
      if (failing?.letter === letter && failing.times > 0) {
        failing.times -= 1;
        throw new Error('nobody listens');
      }
      published.push(letter);
    },
  };
  const relay = new ChangeRelay(engine.connection, plan, holder, logger);
  const ended = relay.run();
  const running = { end: () => relay.close().then(() => ended) };
  replicas.push(running);
  const relays = engine.connection.collection<{ _id: string }>('letter_relays');
  await expect.poll(() => relays.countDocuments({ _id: name })).toBe(1);
  return running;
}

async function write(...letters: string[]): Promise<void> {
  for (const letter of letters) await engine.connection.collection(name).insertOne({ letter });
}

test('changes are published in order by one replica after another, and unpublished changes again', async () => {
  const published: string[] = [];
  const first = await replica('one', published);
  await write('a', 'b', 'c');
  await expect.poll(() => published).toEqual(['a', 'b', 'c']);
  await first.end();
  await write('d', 'e', 'f');
  const later: string[] = [];
  const second = await replica('two', later, { letter: 'e', times: 1 });
  await expect.poll(() => later.slice(-3)).toEqual(['d', 'e', 'f']);
  await second.end();
  // After the failure, the replica continues at its last saved watermark and may repeat a letter.
  expect([...new Set(later)]).toEqual(['d', 'e', 'f']);
}, 600_000);

test('a replica publishes the changes since the creation of the relay if none was published', async () => {
  const first = await replica('one', [], { letter: 'a', times: Number.POSITIVE_INFINITY });
  await write('a', 'b');
  await first.end();
  await write('c');
  const published: string[] = [];
  await replica('two', published);
  await expect.poll(() => published).toEqual(['a', 'b', 'c']);
}, 600_000);

test('a connection without a replica set causes no crash', async () => {
  const nobody = createConnection();
  const relay = new ChangeRelay(
    nobody,
    { name: 'x', relays: 'z', collection: 'y', pipeline: [], publish: async () => {} },
    'x',
    logger,
  );
  const ended = relay.run();
  await relay.close();
  await ended;
}, 600_000);

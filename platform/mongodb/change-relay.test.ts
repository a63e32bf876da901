import { createConnection } from 'mongoose';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mongodFixture } from '#testing/engines.ts';
import { ChangeRelay } from './change-relay.ts';
import { Engine } from './engine.ts';

const mongod = mongodFixture();
const logger = pino({ level: 'silent' });
let engine: Engine;
beforeAll(async () => {
  engine = new Engine(mongod.url, logger);
  await engine.start(() => engine.connection.createCollection('letters').then(() => undefined));
});
afterAll(() => engine.close());

/** Starts a replica that relays letters to a list. Publishing one letter fails a given number of times. */
function replica(
  holder: string,
  published: string[],
  failing: { letter: string; times: number } | null = null,
) {
  const plan = {
    name: 'letters',
    collection: 'letters',
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
  return { end: () => relay.close().then(() => ended) };
}

async function write(...letters: string[]): Promise<void> {
  for (const letter of letters) await engine.connection.collection('letters').insertOne({ letter });
}

test('changes are published in order by one replica after another, and unpublished changes again', async () => {
  const published: string[] = [];
  const first = replica('one', published);
  await write('a');
  // The first replica relays only letters written after its start, so the test writes until a letter is relayed.
  await expect
    .poll(
      async () => {
        if (published.length === 0) await write('a');
        return published.length;
      },
      { interval: 200 },
    )
    .toBeGreaterThan(0);
  await write('b', 'c');
  await expect.poll(() => published.slice(-2)).toEqual(['b', 'c']);
  await first.end();
  await write('d', 'e', 'f');
  const later: string[] = [];
  const second = replica('two', later, { letter: 'e', times: 1 });
  await expect.poll(() => later.slice(-3)).toEqual(['d', 'e', 'f']);
  await second.end();
  const { length } = later;
  // The second replica may repeat letters of the first replica. It must relay all letters that the first
  // replica did not relay.
  expect('abcdef'.endsWith([...new Set(later)].join(''))).toBe(true);
  expect(length).toBeLessThanOrEqual(8);
}, 600_000);

test('a connection without a replica set causes no crash', async () => {
  const nobody = createConnection();
  const relay = new ChangeRelay(
    nobody,
    { name: 'x', collection: 'y', pipeline: [], publish: async () => {} },
    'x',
    logger,
  );
  const ended = relay.run();
  await relay.close();
  await ended;
}, 600_000);

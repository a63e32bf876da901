import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { writeDigest } from '#platform/events/digests.ts';
import { check, faultsOf } from '../checker.ts';
import { lineKeyOf } from '../commands.ts';
import {
  add,
  answered,
  changed,
  type Event,
  events,
  historyOf,
  inTurn,
  oneByOne,
  rules,
} from '../history.fixture.ts';
import type { Commit, Write } from '../history.ts';
import { emptyCart } from '../model.ts';

/** Ways to damage the committed order of a correct cart. The rules must detect each way in any run. */
const corruptions: Record<string, (committed: readonly Commit[], at: number) => readonly Commit[]> = {
  'a revision is missing': (committed, at) => committed.toSpliced(at, 1),
  'a write is committed again': (committed, at) => {
    const { revision } = committed.at(-1) as Commit;
    return [...committed, { ...(committed[at] as Commit), revision: revision + 1 }];
  },
  'no client sent the write': (committed, at) =>
    committed.with(at, { ...(committed[at] as Commit), write: writeDigest('of nobody') }),
  'a revision has no write': (committed, at) =>
    committed.with(at, { ...(committed[at] as Commit), write: null }),
  'two writes are in the wrong order': (committed, at) => {
    const [one, other] = [committed[at], committed[(at + 1) % committed.length]] as [Commit, Commit];
    return committed
      .with(at, { ...one, write: other.write })
      .with((at + 1) % committed.length, { ...other, write: one.write });
  },
  'an event has an additional line': (committed, at) => {
    const { lines, ...one } = committed[at] as Commit;
    return committed.with(at, { ...one, lines: new Map([...lines, [lineKeyOf(104), 1]]) });
  },
};

describe('for any committed order', () => {
  test.each(Object.entries(corruptions))('a fault is found when %s', (_name, corrupt) => {
    fc.assert(
      // Writes are sent one by one, because simultaneous writes may have several correct orders.
      fc.property(events('answered'), fc.nat(), (run, pick) => {
        const history = historyOf(oneByOne(run));
        fc.pre(history.committed.length > 1);
        const committed = corrupt(history.committed, pick % history.committed.length);
        expect(faultsOf({ ...history, committed })).not.toEqual([]);
      }),
    );
  });

  test('the wrong order of replayed writes is found by their times', () => {
    const run = inTurn(add(1), add(2)).map((event): Event => ({ ...event, fate: 'lost' }));
    const history = historyOf(oneByOne(run));
    expect(rules(history)).toEqual([]);
    const [first, second] = history.committed as [Commit, Commit];
    const lines = new Map([[lineKeyOf(101), 2]]);
    const committed = [
      { ...first, write: second.write, lines },
      { ...second, write: first.write },
    ];
    expect(rules({ ...history, committed })).toContain('out of order');
  });

  test('a fault is found when an answer shows another cart', () => {
    fc.assert(
      fc.property(events('answered', 'lost'), fc.nat(), (run, pick) => {
        const history = historyOf(run);
        const withState = history.writes.filter(({ attempts }) =>
          attempts.some(({ answer }) => answer?.state),
        );
        fc.pre(withState.length > 0);
        const { key } = withState[pick % withState.length] as Write;
        const state = { ...emptyCart, lines: new Map([[lineKeyOf(104), 7]]) };
        const wrong = changed(history, key, (write) => answered(write, { state }));
        expect(faultsOf(wrong)).not.toEqual([]);
      }),
    );
  });

  test('a gap in the revisions of a shard is a fault', () => {
    expect(check([historyOf(inTurn(add(1)))], ['12:7']).faults).toEqual([
      { cart: 'of shard 12', rule: 'revision missing', sentence: 'no event has revision 7' },
    ]);
  });
});

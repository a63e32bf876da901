import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { check, faultsOf } from './checker.ts';
import { type Command, lineKeyOf } from './commands.ts';
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
  type Slip,
} from './history.fixture.ts';
import type { CartHistory, Commit, Write } from './history.ts';
import { applied, type CartState, emptyCart, textOf } from './model.ts';

/** Faults of a server, by name. With each fault, the server stores a wrong cart but does not answer with an error. */
const faultyStores: Record<string, Slip['keeps']> = {
  'a write is lost': (before) => before,
  'a write is done twice': (_before, after, command) => {
    const again = applied(command, after);
    return again.done ? again.state : after;
  },
  'a removed line is back': (_before, after) => ({
    ...after,
    lines: new Map([...after.lines, ...[...after.removed].slice(0, 1)]),
  }),
  'everything is lost': () => emptyCart,
};

/** Returns all states of a cart that answers showed, joined into one text. */
const shownIn = ({ writes, final }: CartHistory) =>
  [...writes.flatMap(({ attempts }) => attempts.map(({ answer }) => answer?.state)), final.state]
    .map((state) => (state ? textOf(state) : ''))
    .join(' ');

describe('for any run', () => {
  test('a correct cart has no fault, whatever answers are lost', () => {
    fc.assert(
      fc.property(events('answered', 'answered', 'answered', 'lost', 'open'), (run) => {
        expect(faultsOf(historyOf(run))).toEqual([]);
      }),
      { numRuns: 1_000 },
    );
  });

  test('two thousand concurrent writes are checked, even if few answers have a revision', () => {
    const fates = ['lost', 'lost', 'open'] as const;
    const run = Array.from({ length: 2_000 }, (_, index): Event => {
      const command: Command =
        index % 5 === 4 ? { kind: 'remove', product: 101 } : add(1 + (index % 3), 101 + (index % 2));
      const effect = 1 + ((index * 7_919) % 1_999);
      const answer = 1 + ((index * 11) % 60);
      return {
        command,
        sentAt: 0,
        effect,
        answer,
        gap: 0,
        fate: index % 100 === 0 ? 'answered' : (fates[index % 3] ?? 'lost'),
      };
    });
    expect(faultsOf(historyOf(run))).toEqual([]);
    const wrong = historyOf(run, { at: 1_000, keeps: (before) => before });
    expect(rules(wrong)).toContain('acknowledged write lost');
  });

  test.each(Object.entries(faultyStores))(
    'a fault is found when %s, if an answer shows it',
    (_name, keeps) => {
      let shown = 0;
      fc.assert(
        fc.property(events('answered'), fc.integer({ min: 1, max: 10 }), (anyRun, at) => {
          const run = oneByOne(anyRun);
          const wrong = historyOf(run, { at, keeps });
          if (shownIn(wrong) === shownIn(historyOf(run))) return;
          shown += 1;
          expect(faultsOf(wrong)).not.toEqual([]);
        }),
        { numRuns: 1_000 },
      );
      // In about sixty of the 1,000 runs, an answer shows the fault. If only a few did, the test would prove nothing.
      expect(shown).toBeGreaterThan(20);
    },
  );

  test('a fault is found when two answers have swapped revisions', () => {
    fc.assert(
      // Writes are sent one by one, because simultaneous writes may have several correct orders.
      fc.property(events('answered'), fc.nat(), (run, pick) => {
        const history = historyOf(oneByOne(run));
        const withAnswer = history.writes.filter(({ attempts }) => attempts[0]?.answer?.state);
        const one = withAnswer[pick % Math.max(1, withAnswer.length)]?.attempts[0]?.answer;
        const other = withAnswer[(pick + 1) % Math.max(1, withAnswer.length)]?.attempts[0]?.answer;
        fc.pre(
          one?.state !== other?.state &&
            textOf(one?.state as CartState) !== textOf(other?.state as CartState),
        );
        const swapped = history.writes.map((write) => {
          const answer = write.attempts[0]?.answer;
          if (answer === one) return answered(write, { revision: other?.revision ?? 0 });
          return answer === other ? answered(write, { revision: one?.revision ?? 0 }) : write;
        });
        expect(faultsOf({ ...history, writes: swapped })).not.toEqual([]);
      }),
    );
  });
});

describe('a fault is named and counted', () => {
  const run = inTurn(add(1), add(2), { kind: 'remove', product: 101 }, add(1, 102));
  const verdict = (history: CartHistory) => {
    const { lost, doubled } = check([history]);
    return { rules: rules(history), lost, doubled };
  };
  const final = (history: CartHistory, state: Partial<CartState>, revision = history.final.revision) => ({
    ...history,
    final: { revision, state: { ...history.final.state, ...state } },
  });

  test('when the cart lacks an acknowledged add', () => {
    const history = historyOf(run, { at: 2, keeps: (before) => before });
    expect(verdict(history)).toEqual({ rules: ['acknowledged write lost'], lost: 1, doubled: 0 });
  });

  test('when a removed line is in the cart again', () => {
    const history = historyOf(run, { at: 3, keeps: (before) => before });
    expect(verdict(history)).toEqual({ rules: ['acknowledged write lost'], lost: 1, doubled: 0 });
  });

  test('when the final cart lacks the last two writes, with their revision', () => {
    const history = final(historyOf(run), { ...emptyCart, lines: new Map([[lineKeyOf(101), 3]]) }, 2);
    expect(verdict(history)).toEqual({
      rules: ['acknowledged write lost', 'stale answer'],
      lost: 2,
      doubled: 0,
    });
  });

  test('when an add counts twice', () => {
    const keeps: Slip['keeps'] = (_before, after) => ({ ...after, lines: new Map([[lineKeyOf(101), 5]]) });
    const history = historyOf(inTurn(add(1), add(2), add(1, 102)), { at: 2, keeps });
    expect(verdict(history)).toEqual({ rules: ['write applied twice'], lost: 0, doubled: 1 });
  });

  test('when a repetition is applied again instead of replayed', () => {
    const history = changed(historyOf(run), 'k3', (write) => ({
      ...write,
      attempts: [...write.attempts, ...write.attempts.map((one) => ({ ...one, sentAt: 100, endedAt: 110 }))],
    }));
    expect(verdict(history)).toMatchObject({ doubled: 1 });
  });

  test('when two writes have the same revision, as after a rollback', () => {
    const parallel = run.map((event) => ({ ...event, sentAt: 0 }));
    const history = historyOf(parallel);
    const wrong = changed(history, 'k1', (write) => answered(write, { revision: 1 }));
    expect(rules(wrong)).toEqual(['wrong answer']);
    const [first, second, ...rest] = history.committed as [Commit, Commit];
    const twice = { ...history, committed: [first, { ...second, revision: first.revision }, ...rest] };
    expect(verdict(twice)).toMatchObject({ lost: expect.any(Number) });
    expect(rules(twice)).toContain('revision given twice');
  });

  test('when a replayed write is missing', () => {
    const lost = run.map((event, index): Event => (index === 1 ? { ...event, fate: 'lost' } : event));
    const history = historyOf(lost);
    const without = historyOf(run.filter((_event, index) => index !== 1));
    const [replayed] = history.writes.filter(({ attempts }) => attempts.length === 2) as [Write];
    const [first] = without.writes.map(({ attempts }) => attempts[0]?.answer);
    const wrong = {
      ...without,
      writes: [...without.writes, answered({ ...replayed, key: 'gone' }, { ...first, replayed: true })],
    };
    expect(rules(wrong)).toContain('acknowledged write lost');
  });

  test('when an answer shows an older cart than an earlier answer', () => {
    const history = historyOf(run);
    const [first] = history.writes;
    const wrong = changed(history, 'k3', (write) =>
      answered(write, { ...first?.attempts[0]?.answer, replayed: true }),
    );
    expect(rules(wrong)).toContain('stale answer');
  });

  test('when a refusal is wrong for every state of the cart', () => {
    const history = historyOf(run);
    const refused = changed(history, 'k3', (write) => ({
      ...write,
      command: { kind: 'remove', product: 102 },
      attempts: write.attempts.map((one) => ({
        ...one,
        outcome: 'refused',
        status: 404,
        cause: 'service_item_not_in_cart',
        answer: null,
      })),
    }));
    const { lines } = historyOf(run.slice(0, 3)).final.state;
    const committed = history.committed.slice(0, 3);
    const known = final({ ...refused, committed }, { lines }, 3);
    expect(rules(known)).toEqual([]);
    const unknown = changed(known, 'k3', (write) => ({
      ...write,
      command: { kind: 'restore', product: 101 },
    }));
    expect(rules(unknown)).toEqual(['refused']);
  });

  test('when a stock is oversold', () => {
    const history = { ...historyOf(inTurn(add(2), add(2))), stock: new Map([[101, 3]]) };
    expect(rules(history)).not.toEqual([]);
  });
});

test('a verdict counts the results of the writes', () => {
  const run = inTurn(add(1), add(2), add(1), add(1), { kind: 'restore', product: 102 });
  const fates = ['answered', 'lost', 'answered', 'open', 'answered'] as const;
  const history = historyOf(run.map((event, index) => ({ ...event, fate: fates[index] ?? 'answered' })));
  expect(check([history])).toEqual({
    carts: 1,
    writes: 5,
    acknowledged: 3,
    refused: 1,
    retried: 1,
    replayed: 1,
    open: 1,
    lost: 0,
    doubled: 0,
    faults: [],
  });
});

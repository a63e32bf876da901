import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { check, faultsOf } from './checker.ts';
import type { Answer, CartHistory, Write } from './history.ts';

interface Sample {
  key: string;
  quantity: number;
  sentAt: number;
  answeredAt: number;
  answer: Answer | null;
  /** When an attempt without an answer came before. */
  triedAt?: number;
}

function write({ key, quantity, sentAt, answeredAt, answer, triedAt }: Sample): Write {
  const last = {
    sentAt,
    endedAt: answeredAt,
    outcome: answer ? ('acknowledged' as const) : ('unanswered' as const),
    status: answer ? 200 : 503,
    cause: answer ? '' : 'service_unavailable',
  };
  const unanswered = { outcome: 'unanswered' as const, status: 503, cause: 'service_unavailable' };
  const before = triedAt === undefined ? [] : [{ sentAt: triedAt, endedAt: sentAt, ...unanswered }];
  return {
    cart: 'cart-one',
    key,
    client: 0,
    command: { kind: 'add', quantity },
    attempts: [...before, last],
    answer,
  };
}

const shown = (revision: number, quantity: number, replayed = false): Answer => ({
  revision,
  quantity,
  replayed,
});

/** Four adds of 1, 2, 1 and 3; `b` and `c` ran at the same time. */
const samples = {
  a: { key: 'a', quantity: 1, sentAt: 0, answeredAt: 10, answer: shown(1, 1) },
  b: { key: 'b', quantity: 2, sentAt: 11, answeredAt: 20, answer: shown(3, 4) },
  c: { key: 'c', quantity: 1, sentAt: 12, answeredAt: 21, answer: shown(2, 2) },
  d: { key: 'd', quantity: 3, sentAt: 30, answeredAt: 40, answer: shown(4, 7) },
} satisfies Record<string, Sample>;

type Samples = Record<keyof typeof samples, Sample>;

function history(changed: Partial<Samples>, final = { revision: 4, quantity: 7 }): CartHistory {
  return { cart: 'cart-one', writes: Object.values({ ...samples, ...changed }).map(write), final };
}

const rules = (broken: CartHistory) => [...new Set(faultsOf(broken).map((fault) => fault.rule))].sort();

describe('a history that a correct cart can give has no fault', () => {
  test('when every add was answered at once', () => {
    expect(faultsOf(history({}))).toEqual([]);
  });

  test('when an add was answered by the outcome of its first attempt', () => {
    const c = { ...samples.c, triedAt: 12, sentAt: 50, answeredAt: 60, answer: shown(4, 7, true) };
    expect(faultsOf(history({ c }))).toEqual([]);
  });

  test('when an add that never was acknowledged is in the cart, and when it is not', () => {
    const d = { ...samples.d, answer: null };
    expect(faultsOf(history({ d }))).toEqual([]);
    expect(faultsOf(history({ d }, { revision: 3, quantity: 4 }))).toEqual([]);
  });
});

describe('a fault is named', () => {
  test('when an acknowledged add is not in the final cart', () => {
    expect(rules(history({}, { revision: 4, quantity: 6 }))).toEqual([
      'acknowledged write lost',
      'no serial order',
    ]);
  });

  test('when a later answer shows that an acknowledged add has gone', () => {
    const d = { ...samples.d, answer: shown(4, 5) };
    expect(rules(history({ d }, { revision: 4, quantity: 5 }))).toEqual([
      'acknowledged write lost',
      'answers too small',
      'no serial order',
      'stale answer',
    ]);
  });

  test('when an add counts twice in the final cart', () => {
    expect(rules(history({}, { revision: 5, quantity: 10 }))).toEqual([
      'no serial order',
      'write applied twice',
    ]);
  });

  test('when an answer shows more than anybody had sent', () => {
    const d = { ...samples.d, answer: shown(4, 8) };
    expect(rules(history({ d }, { revision: 4, quantity: 8 }))).toEqual([
      'answer from the future',
      'no serial order',
      'write applied twice',
    ]);
  });

  test('when one lost add hides another that counted twice', () => {
    const b = { ...samples.b, answer: shown(3, 3) };
    expect(rules(history({ b }))).toContain('no serial order');
  });

  test('when two answers carry one revision', () => {
    const c = { ...samples.c, answer: shown(3, 2) };
    expect(rules(history({ c }))).toContain('revision given twice');
  });

  test('when a client is shown less than it was told before', () => {
    const d = { ...samples.d, answer: shown(4, 6) };
    expect(rules(history({ d }))).toContain('stale answer');
  });

  test('when a replay shows a cart older than what was acknowledged before it was asked for', () => {
    const c = { ...samples.c, triedAt: 12, sentAt: 50, answeredAt: 60, answer: shown(3, 4, true) };
    expect(rules(history({ c }))).toEqual(['stale answer']);
  });

  test('when the revisions go against the order in time', () => {
    const c = { ...samples.c, answer: shown(4, 7) };
    const d = { ...samples.d, answer: shown(3, 6) };
    expect(rules(history({ c, d }))).toContain('no serial order');
  });

  test('when a write was refused', () => {
    const whole = history({ d: { ...samples.d, answer: null } }, { revision: 3, quantity: 4 });
    const refused = whole.writes.map((one) =>
      one.key === 'd'
        ? { ...one, attempts: one.attempts.map((last) => ({ ...last, outcome: 'refused' as const })) }
        : one,
    );
    expect(rules({ ...whole, writes: refused })).toEqual(['refused']);
    expect(rules({ ...whole, writes: refused, final: { revision: 4, quantity: 7 } })).toContain(
      'write applied twice',
    );
  });
});

describe('the counts of a verdict', () => {
  test('tell units lost and doubled, and what became of the writes', () => {
    const c = { ...samples.c, triedAt: 12, sentAt: 50, answeredAt: 60, answer: shown(4, 7, true) };
    const lost = history({ c }, { revision: 4, quantity: 5 });
    const doubled = history({ d: { ...samples.d, answer: null } }, { revision: 5, quantity: 10 });
    const { faults, ...counts } = check([lost, doubled]);
    expect(faults.length).toBeGreaterThan(0);
    expect(counts).toEqual({
      carts: 2,
      writes: 8,
      acknowledged: 7,
      retried: 1,
      replayed: 1,
      open: 1,
      lost: 2,
      doubled: 3,
    });
  });
});

/** One write of a made-up run: when it is sent, takes effect and is answered, and whether that answer gets lost. */
const event = fc.record({
  quantity: fc.integer({ min: 1, max: 3 }),
  sentAt: fc.integer({ min: 0, max: 200 }),
  effect: fc.integer({ min: 1, max: 20 }),
  answer: fc.integer({ min: 1, max: 20 }),
  answerLost: fc.boolean(),
});
type Event = typeof event extends fc.Arbitrary<infer T> ? T : never;

/** The history that a correct cart gives: effects in the order of their times, replays over the cart of then. */
function correct(events: readonly Event[]): CartHistory {
  const effects = events
    .map((one, index) => ({ ...one, key: `k${index}`, at: one.sentAt + one.effect }))
    .sort((a, b) => a.at - b.at);
  const states: { at: number; revision: number; quantity: number }[] = [];
  let quantity = 0;
  for (const [index, one] of effects.entries()) {
    quantity += one.quantity;
    states.push({ at: one.at, revision: index + 1, quantity });
  }
  const writes = effects.map((one, index) => {
    const { revision, quantity: then } = states[index] ?? { revision: 0, quantity: 0 };
    const answeredAt = one.at + one.answer;
    if (!one.answerLost) return write({ ...one, answeredAt, answer: shown(revision, then) });
    const at = answeredAt + 5;
    const now = states.findLast((state) => state.at <= at) ?? { revision, quantity: then };
    const replay = shown(now.revision, now.quantity, true);
    return write({ ...one, triedAt: one.sentAt, sentAt: at - 2, answeredAt: at + 2, answer: replay });
  });
  return { cart: 'cart-one', writes, final: { revision: effects.length, quantity } };
}

describe('for any run', () => {
  const runs = fc.array(event, { minLength: 2, maxLength: 40 });

  test('a correct cart has no fault', () => {
    fc.assert(
      fc.property(runs, (events) => {
        expect(faultsOf(correct(events))).toEqual([]);
      }),
    );
  });

  test('a final cart that is one unit short, or one over, is a fault', () => {
    fc.assert(
      fc.property(runs, fc.constantFrom(-1, 1), (events, wrong) => {
        const { final, ...rest } = correct(events);
        expect(
          faultsOf({ ...rest, final: { ...final, quantity: final.quantity + wrong } }).length,
        ).toBeGreaterThan(0);
      }),
    );
  });

  test('an add that vanishes between two answers is a fault even when the final sum is right', () => {
    fc.assert(
      fc.property(runs, fc.nat(), (events, pick) => {
        const whole = correct(events.map((one) => ({ ...one, answerLost: false })));
        const vanished = pick % (whole.writes.length - 1);
        const writes = whole.writes.map((one, index) =>
          index > vanished && one.answer
            ? { ...one, answer: { ...one.answer, quantity: one.answer.quantity - 1 } }
            : one,
        );
        expect(faultsOf({ ...whole, writes }).length).toBeGreaterThan(0);
      }),
    );
  });
});

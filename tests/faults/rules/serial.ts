import { type Answered, answersOf, type CartHistory, type Sight, type Write } from '../history.ts';
import { applied, type CartState, emptyCart, type Stock, textOf } from '../model.ts';
import { diagnosed, type Station } from './diagnosis.ts';
import type { Fault } from './fault.ts';
import { type Floating, floatingIn, isPlaced, nameOf, type Possibility, reachable } from './floating.ts';

/** A cart that was there from a revision on; between two revisions, where floating writes made it. */
export interface Moment {
  readonly revision: number;
  readonly state: CartState;
  /** It was not there before this time, in milliseconds: what made it had not been sent. */
  readonly since: number;
}

/** All answers with one revision. */
interface Step {
  readonly revision: number;
  readonly states: readonly CartState[];
  /** Those that are no replays: one of them made the revision, and the others changed nothing. */
  readonly first: readonly Answered[];
  /** The earliest answer that shows this revision or a later one, and the latest sending that shows an earlier one. */
  readonly answeredBy: number;
  readonly sentAfter: number;
}

function stepsOf(answers: readonly Answered[]): Step[] {
  const groups = [...Map.groupBy(answers, ({ answer }) => answer.revision)].sort(([a], [b]) => a - b);
  let sentAfter = Number.NEGATIVE_INFINITY;
  const steps = groups.map(([revision, group]) => {
    const states = group.flatMap(({ answer }) => answer.state ?? []);
    const distinct = [...new Map(states.map((state) => [textOf(state), state])).values()];
    const first = group.filter(({ answer }) => !answer.replayed).sort((a, b) => a.sentAt - b.sentAt);
    const before = sentAfter;
    sentAfter = Math.max(sentAfter, ...group.map(({ sentAt }) => sentAt));
    const answeredBy = Math.min(...group.map(({ answeredAt }) => answeredAt));
    return { revision, states: distinct, first, answeredBy, sentAfter: before };
  });
  let answeredBy = Number.POSITIVE_INFINITY;
  return steps
    .toReversed()
    .map((step) => {
      answeredBy = Math.min(answeredBy, step.answeredBy);
      return { ...step, answeredBy };
    })
    .reverse();
}

const isSame = (one: CartState, other: CartState) => textOf(one) === textOf(other);

function changesNothing({ command }: Write, state: CartState, stock: Stock): boolean {
  const effect = applied(command, state, stock);
  return effect.done && isSame(effect.state, state);
}

/** Whether a batch was told of its parts as they came out; one that answers with a cart had no refusals. */
function tellsParts({ answer }: Answered, { parts }: { parts: readonly string[] | null }): boolean {
  const told = answer.parts ?? parts?.map(() => '') ?? [];
  return told.join() === (parts ?? []).join();
}

/** Whether a write that shows this cart may have changed nothing in it. */
function isQuiet(one: Answered, state: CartState, stock: Stock): boolean {
  const effect = applied(one.write.command, state, stock);
  return effect.done && isSame(effect.state, state) && tellsParts(one, effect);
}

/** Goes through a history in the order of its revisions, with every cart that may have been at each of them. */
class Walk {
  readonly faults: Fault[] = [];
  readonly moments: Moment[] = [{ revision: 0, state: emptyCart, since: Number.NEGATIVE_INFINITY }];
  readonly #history: CartHistory;
  readonly #floating: readonly Floating[];
  /** Floating writes that need no place: they changed nothing, or were found to be lost. */
  readonly #settled = new Set<Floating>();
  readonly #trail: Station[] = [{ state: emptyCart, write: null }];
  #index = -1;
  #revision = 0;
  #since = Number.NEGATIVE_INFINITY;
  #now: readonly Possibility[] = [{ state: emptyCart, placed: 0n }];

  constructor(history: CartHistory, steps: readonly Step[]) {
    this.#history = history;
    this.#floating = floatingIn(history, steps);
  }

  /** One step further: to the answers with the next revision. */
  go(step: Step): void {
    const { revision, states, first, answeredBy } = step;
    const [shown = null] = states;
    this.#index += 1;
    if (states.length > 1) this.#twice(step);
    const waiting = this.#floating.filter(({ until }) => until >= this.#index);
    const eligible = waiting.filter(({ sentAt }) => sentAt < answeredBy);
    const room = revision - this.#revision;
    const floated = this.#between(eligible, room);
    const before = eligible.length === 0 || first.length === 0 ? floated : this.#between(eligible, room - 1);
    const found = [
      ...floated.filter(({ state }) => first.every((one) => isQuiet(one, state, this.#history.stock))),
      ...(room > 0 ? this.#made(step, before) : []),
    ];
    const sent = [...first, ...eligible].map(({ sentAt }) => sentAt);
    if (room > 0 && sent.length > 0) this.#since = Math.max(this.#since, Math.min(...sent));
    this.#arrive(step, shown ? found.filter(({ state }) => isSame(state, shown)) : found, shown);
    this.#settle(waiting, this.#now);
    this.#missing(({ owed, until }) => owed && until <= this.#index);
  }

  /** The last step: what was read when everything was over. */
  end({ revision, state }: Sight & { readonly state: CartState }): void {
    const open = this.#floating.filter(({ owed }) => !owed);
    const found = this.#between(open, Math.max(0, revision - this.#revision));
    const fitting = found.filter((one) => isSame(one.state, state));
    if (fitting.length > 0) this.#now = fitting;
    else this.#break(null, state);
    this.#missing(({ owed }) => owed);
  }

  /** What may have been at some moment before the next revision. */
  #between(eligible: readonly Floating[], room: number): readonly Possibility[] {
    const needy = new Set(eligible.filter((one) => !this.#settled.has(one)));
    const found = reachable(this.#now, { eligible, needy }, room, this.#history.stock);
    if (!found) this.#fault('not decided', `too many writes are open after revision ${this.#revision}`);
    const all = found ?? this.#now;
    if (all.length > this.#now.length) this.#remember(all, this.#revision + 0.5);
    this.#settle(eligible, all);
    return all;
  }

  /** Those of the floating writes need no place that change nothing in a cart that they may have met. */
  #settle(floating: readonly Floating[], met: readonly Possibility[]): void {
    for (const one of floating) {
      const quiet = ({ state }: Possibility) => changesNothing(one.write, state, this.#history.stock);
      if (!this.#settled.has(one) && met.some(quiet)) this.#settled.add(one);
    }
  }

  /** What one of a revision's own writes may have made, where the others changed nothing. */
  #made({ first, answeredBy }: Step, before: readonly Possibility[]): Possibility[] {
    const { stock } = this.#history;
    const makers = first.filter(({ sentAt }) => sentAt < answeredBy);
    return makers.flatMap((maker) =>
      before.flatMap(({ state: from, placed }) => {
        const effect = applied(maker.write.command, from, stock);
        if (!effect.done || !tellsParts(maker, effect)) return [];
        const { state } = effect;
        return first.every((one) => one === maker || isQuiet(one, state, stock)) ? [{ state, placed }] : [];
      }),
    );
  }

  #arrive({ revision, first }: Step, fitting: readonly Possibility[], shown: CartState | null): void {
    const maker = first.at(-1) ?? null;
    if (fitting.length > 0) {
      this.#now = [...new Map(fitting.map((one) => [nameOf(one), one])).values()];
      this.#trail.push({ state: this.#present(), write: maker?.write ?? null });
    } else if (first.length > 1) {
      const keys = first.map(({ write }) => write.key).join(' and ');
      this.#fault('revision given twice', `revision ${revision} was given to ${keys}`, first.length - 1);
      this.#resume(shown ?? this.#present(), maker);
    } else this.#break(maker, shown ?? this.#present());
    this.#revision = revision;
    this.#remember(this.#now, revision);
  }

  #remember(possibilities: readonly Possibility[], revision: number): void {
    for (const { state } of possibilities) this.moments.push({ revision, state, since: this.#since });
  }

  #present(): CartState {
    return this.#now[0]?.state ?? emptyCart;
  }

  #twice({ revision, states }: Step): void {
    const texts = states.map(textOf).join(' and ');
    this.#fault('revision given twice', `revision ${revision} shows ${texts}`);
  }

  #break(maker: Answered | null, shown: CartState): void {
    this.faults.push(diagnosed({ history: this.#history, trail: this.#trail, maker, shown }));
    this.#resume(shown, maker);
  }

  /** Goes on from what was shown, so that what follows is judged by itself. */
  #resume(state: CartState, maker: Answered | null): void {
    const placed = this.#now.reduce((all, one) => all | one.placed, 0n);
    this.#now = [{ state, placed }];
    this.#trail.push({ state, write: maker?.write ?? null });
  }

  /** Floating writes whose time is over must have been done. */
  #missing(due: (one: Floating) => boolean): void {
    for (const one of this.#floating) {
      if (this.#settled.has(one) || !due(one)) continue;
      const left = this.#now.filter((possibility) => isPlaced(possibility, one));
      if (left.length > 0) this.#now = left;
      else {
        this.#fault('acknowledged write lost', `${one.write.key} was acknowledged and is nowhere`, 1);
        this.#settled.add(one);
      }
    }
  }

  #fault(rule: Fault['rule'], sentence: string, writes?: number): void {
    this.faults.push({
      cart: this.#history.cart,
      rule,
      sentence,
      ...(writes === undefined ? {} : { writes }),
    });
  }
}

/**
 * Whether one order of the writes explains every answer: they are replayed through the model in the order of the
 * revisions that they made, each must show what the one before left and what it did itself. Those whose answers tell
 * no place, replayed or never acknowledged, may stand wherever time and the revisions leave room, each at most once.
 *
 * Gives the faults, and every cart that there may have been.
 */
export function serialOrder(history: CartHistory): { faults: Fault[]; moments: Moment[] } {
  const steps = stepsOf(history.writes.flatMap(answersOf));
  const walk = new Walk(history, steps);
  for (const step of steps) {
    walk.go(step);
    // What follows a place that was not gone through would be judged by a guess.
    if (walk.faults.some(({ rule }) => rule === 'not decided')) return walk;
  }
  walk.end(history.final);
  return walk;
}

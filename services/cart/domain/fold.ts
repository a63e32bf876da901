import type { Once } from '#contracts/write.ts';
import { type DeadlineCheck, noDeadline } from '#platform/errors/deadline.ts';
import { asServiceError, refusal, ServiceError } from '#platform/errors/errors.ts';
import { withKeptChoice } from '../shipping/domain/chosen-rate.ts';
import type { BuiltContext, CommandContext } from './command-context.ts';
import { applied, type CartWrite, type Change } from './commands.ts';
import { requireSafeAmount, withinSafeIntegers } from './limits.ts';
import { sizeOf } from './lines/amount.ts';
import { type ChangeResult, type Done, type Outcome, recalledOutcome } from './outcome.ts';
import { withoutBadCoupons, withoutGoneLines } from './revalidate.ts';
import type { CartState } from './state.ts';
import { withPriceNotices } from './view/price-changes.ts';

/** The result of a write: its outcome, the cart right after it, and whether it changed the cart. */
export interface Step {
  readonly outcome: Outcome;
  readonly state: CartState;
  readonly changed: boolean;
  /** True when the outcome is that of an earlier write with the same key. */
  readonly replayed: boolean;
  /** True for a write whose `ifRevision` became stale by an earlier one in the same fold. */
  readonly overtaken: boolean;
}

/** The start of a fold: the stored cart, and the remembered outcomes of these writes. */
export interface Start {
  readonly revision: number;
  readonly state: CartState;
  readonly recalled: ReadonlyMap<string, string>;
}

/** Returns the step of a refused write, over the cart before it. */
export function refusedStep(state: CartState, thrown: unknown): Step {
  const outcome = { ok: false, error: asServiceError(thrown) } as const;
  return { outcome, state, changed: false, replayed: false, overtaken: false };
}

/** Returns the cart after one change and the change's result. @throws ServiceError its refusals */
function changed(change: Change, state: CartState, context: CommandContext): Done & { state: CartState } {
  const next = applied(change, state, context);
  if (next.state !== state) requireSafeAmount(sizeOf(next.state, context));
  return next;
}

function attempted(
  change: Change,
  state: CartState,
  context: CommandContext,
): { state: CartState; part: ChangeResult } {
  try {
    const { state: next, lineKeys, notices } = changed(change, state, context);
    return { state: next, part: { ok: true, lineKeys, notices } };
  } catch (error) {
    // An internal fault ends the whole write, which logs its cause.
    if (!(error instanceof ServiceError)) throw error;
    return { state, part: { ok: false, error } };
  }
}

/** Applies several changes one after the other and returns the result of each. */
function together(
  { changes, together: mode }: CartWrite,
  before: CartState,
  context: CommandContext,
  inTime: DeadlineCheck,
) {
  let state = before;
  const results = changes.map((change): ChangeResult => {
    // A passed deadline refuses the whole write, not one change of it.
    inTime();
    const { state: next, part } = attempted(change, state, context);
    state = next;
    return part;
  });
  if (mode === 'all-or-none' && results.some((part) => part && !part.ok)) {
    return { state: before, results: results.map((part) => (part?.ok ? null : part)) };
  }
  return { state, results };
}

/** Returns the result of a write's changes over a valid state. @throws ServiceError */
function done(write: CartWrite, valid: CartState, context: CommandContext, inTime: DeadlineCheck) {
  if (!write.together) {
    const [change] = write.changes as readonly [Change];
    return { results: null, ...changed(change, valid, context) };
  }
  const { state, results } = together(write, valid, context, inTime);
  const made = results.flatMap((part) => (part?.ok ? [part] : []));
  const lineKeys = made.flatMap((part) => part.lineKeys);
  return { results, state, lineKeys, notices: made.flatMap((part) => part.notices) };
}

/** Returns the write's success or refusal, over the state before it. */
function decide(
  write: CartWrite,
  state: CartState,
  { context, stale }: BuiltContext,
  inTime: DeadlineCheck,
): Omit<Step, 'replayed' | 'overtaken'> {
  try {
    inTime();
    // Stale data removes nothing: a line may have become valid again.
    const valid = stale ? { state, notices: [] } : withoutGoneLines(state, context);
    const { results, lineKeys, ...made } = done(write, valid.state, context, inTime);
    // The change may have made coupons invalid.
    const left = stale ? { state: made.state, notices: [] } : withoutBadCoupons(made.state, context);
    const kept = stale || left.state === state ? left.state : withKeptChoice(left.state, context);
    const priced = withinSafeIntegers(() => withPriceNotices(state, kept, context));
    const notices = [...valid.notices, ...made.notices, ...left.notices, ...priced.notices];
    return {
      outcome: { ok: true, results, lineKeys, notices },
      state: priced.state,
      changed: priced.state !== state,
    };
  } catch (error) {
    return { outcome: { ok: false, error: asServiceError(error) }, state, changed: false };
  }
}

/**
 * Applies writes one after the other, each to the cart that the previous one left. A refusal does not stop the
 * others; a write with a used idempotency key only repeats that outcome. `checks` are the writes' deadlines: a late
 * write is refused. Otherwise it is pure.
 */
export function fold(
  start: Start,
  writes: readonly CartWrite[],
  seen: BuiltContext,
  checks: readonly DeadlineCheck[] = [],
): readonly Step[] {
  const recent = new Map<string, { digest: string; outcome: Outcome }>();
  let state = start.state;
  let changedBefore = false;
  return writes.map((write, at): Step => {
    const { marks } = write;
    const same = { state, changed: false, overtaken: false };
    if (marks) {
      const { once, ifRevision } = marks;
      const earlier = earlierOutcome(once, start.recalled.get(once.key), recent.get(once.key));
      if (earlier) return { ...same, outcome: earlier, replayed: true };
      if (ifRevision !== null && (changedBefore || ifRevision !== start.revision)) {
        const error = refusal('service_revision_mismatch', { revision: start.revision });
        return { ...same, outcome: { ok: false, error }, replayed: false, overtaken: changedBefore };
      }
    }
    const decided = decide(write, state, seen, checks[at] ?? noDeadline);
    state = decided.state;
    changedBefore ||= decided.changed;
    if (marks) recent.set(marks.once.key, { digest: marks.once.digest, outcome: decided.outcome });
    return { ...decided, replayed: false, overtaken: false };
  });
}

/** Returns the outcome under a used key, or the refusal to use it for another request; null for a new key. */
function earlierOutcome(
  once: Once,
  recalled: string | undefined,
  recent: { digest: string; outcome: Outcome } | undefined,
): Outcome | null {
  try {
    if (recalled !== undefined) return recalledOutcome(once, recalled);
    if (!recent) return null;
    if (recent.digest !== once.digest) throw refusal('service_idempotency_key_reused', {});
    return recent.outcome;
  } catch (error) {
    return { ok: false, error: asServiceError(error) };
  }
}

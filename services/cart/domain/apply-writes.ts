import type { IdempotencyRecord } from '#contracts/write.ts';
import {
  asServiceError,
  type DeadlineCheck,
  noDeadline,
  refusal,
  ServiceError,
} from '#platform/errors/errors.ts';
import type { BuiltContext, CommandContext } from '../model/command.ts';
import { requireSafeAmount, withinSafeIntegers } from '../model/limits.ts';
import { type ChangeResult, type Done, type Outcome, recalledOutcome } from '../model/outcome.ts';
import type { CartState } from '../model/state.ts';
import { withKeptChoice } from './commands/shipping.ts';
import { type CartWrite, type Change, ruleOf } from './commands.ts';
import { withoutInvalidCoupons, withoutInvalidLines } from './rules/validity.ts';
import { countedAmount } from './totals/counted-amount.ts';
import { withPriceNotices } from './view/notices.ts';

/** The result of a write: its outcome, the cart right after the write, and whether the write changed the cart. */
export interface Step {
  readonly outcome: Outcome;
  readonly state: CartState;
  readonly changed: boolean;
  /**
   * True if an earlier write had the same idempotency key. This write then gets the outcome of the earlier write.
   */
  readonly replayed: boolean;
  /**
   * True if an earlier write in the same commit has changed the revision that this write expects in `ifRevision`.
   */
  readonly overtaken: boolean;
}

/**
 * The stored cart to which `applyWrites` applies writes. `storedOutcomes` has the outcomes of earlier writes by
 * idempotency key.
 */
export interface Start {
  readonly revision: number;
  readonly state: CartState;
  readonly storedOutcomes: ReadonlyMap<string, string>;
}

/**
 * Applies writes one after the other, each to the cart that the previous write left. A refused write does not stop the
 * next writes. A write with a used idempotency key changes nothing and gets the stored outcome. `checks` has a function
 * for each write, which throws after the write's deadline. Apart from these functions, it is pure.
 */
export function applyWrites(
  start: Start,
  writes: readonly CartWrite[],
  built: BuiltContext,
  checks: readonly DeadlineCheck[] = [],
): readonly Step[] {
  const recent = new Map<string, { digest: string; outcome: Outcome }>();
  let state = start.state;
  let changedBefore = false;
  return writes.map((write, at): Step => {
    const { conditions } = write;
    const same = { state, changed: false, overtaken: false };
    if (conditions) {
      const { once, ifRevision } = conditions;
      const earlier = earlierOutcome(once, start.storedOutcomes.get(once.key), recent.get(once.key));
      if (earlier) return { ...same, outcome: earlier, replayed: true };
      if (ifRevision !== null && (changedBefore || ifRevision !== start.revision)) {
        const error = refusal('service_revision_mismatch', { revision: start.revision });
        return { ...same, outcome: { ok: false, error }, replayed: false, overtaken: changedBefore };
      }
    }
    const decided = applyWrite(write, state, built, checks[at] ?? noDeadline);
    state = decided.state;
    changedBefore ||= decided.changed;
    if (conditions)
      recent.set(conditions.once.key, { digest: conditions.once.digest, outcome: decided.outcome });
    return { ...decided, replayed: false, overtaken: false };
  });
}

/**
 * Returns the outcome of the earlier write with an idempotency key. Returns a refusal if the earlier write was a
 * different request. Returns null if the key is new.
 */
function earlierOutcome(
  once: IdempotencyRecord,
  storedOutcome: string | undefined,
  recent: { digest: string; outcome: Outcome } | undefined,
): Outcome | null {
  try {
    if (storedOutcome !== undefined) return recalledOutcome(once, storedOutcome);
    if (!recent) return null;
    if (recent.digest !== once.digest) throw refusal('service_idempotency_key_reused', {});
    return recent.outcome;
  } catch (error) {
    return { ok: false, error: asServiceError(error) };
  }
}

/** Applies a write and returns its `Step`: success or refusal, and the cart after the write. */
function applyWrite(
  write: CartWrite,
  state: CartState,
  { context, stale }: BuiltContext,
  checkDeadline: DeadlineCheck,
): Omit<Step, 'replayed' | 'overtaken'> {
  try {
    checkDeadline();
    // With stale data, no line is removed, because a line that seems invalid may be valid by now.
    const valid = stale ? { state, notices: [] } : withoutInvalidLines(state, context);
    const { results, lineKeys, ...made } = applyChanges(write, valid.state, context, checkDeadline);
    // Coupons are checked after the change, because the change may have made coupons invalid.
    const afterCoupons = stale
      ? { state: made.state, notices: [] }
      : withoutInvalidCoupons(made.state, context);
    const kept =
      stale || afterCoupons.state === state
        ? afterCoupons.state
        : withKeptChoice(afterCoupons.state, context);
    const priced = withinSafeIntegers(() => withPriceNotices(state, kept, context));
    const notices = [...valid.notices, ...made.notices, ...afterCoupons.notices, ...priced.notices];
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
 * Applies a write's changes one after the other, and returns the cart after all changes with the results. Several
 * changes have a result each; a single refused change throws.
 *
 * @throws ServiceError
 */
function applyChanges(
  { changes, together }: CartWrite,
  valid: CartState,
  context: CommandContext,
  checkDeadline: DeadlineCheck,
): Done & { readonly state: CartState; readonly results: readonly ChangeResult[] | null } {
  if (!together) {
    const [change] = changes as readonly [Change];
    return { results: null, ...applyChange(change, valid, context) };
  }
  let state = valid;
  const each = changes.map((change): ChangeResult => {
    // A passed deadline refuses the whole write, and so does an unexpected error, whose cause is logged.
    checkDeadline();
    try {
      const { state: next, lineKeys, notices } = applyChange(change, state, context);
      state = next;
      return { ok: true, lineKeys, notices };
    } catch (error) {
      if (error instanceof ServiceError) return { ok: false, error };
      throw error;
    }
  });
  const isDiscarded = together === 'all-or-none' && each.some((part) => part && !part.ok);
  const results = isDiscarded ? each.map((part) => (part?.ok ? null : part)) : each;
  const made = results.flatMap((part) => (part?.ok ? [part] : []));
  const lineKeys = made.flatMap((part) => part.lineKeys);
  const notices = made.flatMap((part) => part.notices);
  return { state: isDiscarded ? valid : state, results, lineKeys, notices };
}

/** Applies one change. Returns the new cart and the result. @throws ServiceError if the change is refused */
function applyChange(change: Change, state: CartState, context: CommandContext): Done & { state: CartState } {
  const next = ruleOf(change).apply(state, change, context);
  if (next.state !== state) requireSafeAmount(countedAmount(next.state, context));
  return next;
}

/** Returns the step of a refused write, which leaves the cart unchanged. */
export function refusedStep(state: CartState, thrown: unknown): Step {
  const outcome = { ok: false, error: asServiceError(thrown) } as const;
  return { outcome, state, changed: false, replayed: false, overtaken: false };
}

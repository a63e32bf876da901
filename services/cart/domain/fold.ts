import type { Once } from '#contracts/write.ts';
import { asServiceError, refusal } from '#platform/errors/errors.ts';
import { applied, type Command } from './command.ts';
import { requireReckonable } from './limits.ts';
import { type Outcome, recalledOutcome } from './outcome.ts';
import { factsIdOf, revalidated } from './revalidate.ts';
import type { CartState } from './state.ts';
import type { World } from './world.ts';

/** What a command came to: its outcome, the cart right after it, and whether it changed the cart. */
export interface Step {
  readonly outcome: Outcome;
  readonly state: CartState;
  readonly changed: boolean;
  /** True when the outcome is that of an earlier command with the same key. */
  readonly replayed: boolean;
  /** True for a command whose `ifRevision` a command before it in the same fold made stale. */
  readonly overtaken: boolean;
}

/** What the fold starts from: the cart as it is held, and the outcomes remembered for these commands. */
export interface Start {
  readonly revision: number;
  readonly state: CartState;
  readonly recalled: ReadonlyMap<string, string>;
}

/** What each line comes to before tax. */
function amountsOf({ lines }: CartState, { facts }: World): number[] {
  return lines.map((line) => (line.ownPrice ?? facts.get(factsIdOf(line))?.price ?? 0) * line.quantity);
}

/** The command's success or refusal, over the state before it. */
function decide({ change }: Command, state: CartState, world: World): Omit<Step, 'replayed' | 'overtaken'> {
  try {
    const valid = revalidated(state, world.facts);
    const { state: next, lineKey, notices } = applied(change, valid.state, world);
    requireReckonable(amountsOf(next, world));
    const outcome: Outcome = { ok: true, lineKey, notices: [...valid.notices, ...notices] };
    return { outcome, state: next, changed: next !== state };
  } catch (error) {
    return { outcome: { ok: false, error: asServiceError(error) }, state, changed: false };
  }
}

/**
 * Applies commands one after the other, each to the cart that the one before left. A refusal does not stop the
 * others; a command whose key was used before, in an earlier commit or earlier in this fold, only repeats that
 * outcome. Pure.
 */
export function fold(start: Start, commands: readonly Command[], world: World): readonly Step[] {
  const recent = new Map<string, { digest: string; outcome: Outcome }>();
  let state = start.state;
  let changedBefore = false;
  return commands.map((command): Step => {
    const { marks } = command;
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
    const decided = decide(command, state, world);
    state = decided.state;
    changedBefore ||= decided.changed;
    if (marks) recent.set(marks.once.key, { digest: marks.once.digest, outcome: decided.outcome });
    return { ...decided, replayed: false, overtaken: false };
  });
}

/** The outcome under a key that was used before, or the refusal to use it for another request; null for a new key. */
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

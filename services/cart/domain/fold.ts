import type { Notice, Once } from '#contracts/cart.ts';
import type { ProductFacts } from '#contracts/catalogue.ts';
import type { StoreSettings } from '#contracts/settings.ts';
import { asServiceError, refusal } from '#platform/errors/errors.ts';
import { type AddItem, applyAddItem } from './add-item.ts';
import { requireReckonable } from './limits.ts';
import { type Outcome, recalledOutcome } from './outcome.ts';
import { type FactsById, factsIdOf, revalidated } from './revalidate.ts';
import type { CartState } from './state.ts';

/** A change asked of a cart, with all that is needed to decide it. */
export type Command =
  | {
      readonly kind: 'add-item';
      readonly once: Once;
      readonly ifRevision: number | null;
      readonly request: AddItem;
      readonly facts: ProductFacts | null;
    }
  /** Takes out what can no longer be bought; made by a read that found it. */
  | { readonly kind: 'revalidate' };

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
function amountsOf({ lines }: CartState, facts: FactsById): number[] {
  return lines.map((line) => (line.ownPrice ?? facts.get(factsIdOf(line))?.price ?? 0) * line.quantity);
}

/** The command's success or refusal, over the state before it. */
function decide(
  command: Command,
  state: CartState,
  facts: FactsById,
  settings: StoreSettings,
): Omit<Step, 'replayed' | 'overtaken'> {
  const valid = revalidated(state, facts);
  try {
    if (command.kind === 'revalidate') {
      const outcome: Outcome = { ok: true, lineKey: '', notices: valid.notices };
      return { outcome, state: valid.state, changed: valid.state !== state };
    }
    const applied = applyAddItem(valid.state, command.request, command.facts, settings.currency);
    requireReckonable(amountsOf(applied.state, facts));
    const notices: Notice[] = [...valid.notices, ...applied.notices];
    return { outcome: { ok: true, lineKey: applied.lineKey, notices }, state: applied.state, changed: true };
  } catch (error) {
    return { outcome: { ok: false, error: asServiceError(error) }, state, changed: false };
  }
}

/**
 * Applies commands one after the other, each to the cart that the one before left. A refusal does not stop the
 * others; a command whose key was used before, in an earlier commit or earlier in this fold, only repeats that
 * outcome. Pure.
 */
export function fold(
  start: Start,
  commands: readonly Command[],
  facts: FactsById,
  settings: StoreSettings,
): readonly Step[] {
  const recent = new Map<string, { digest: string; outcome: Outcome }>();
  let state = start.state;
  let changedBefore = false;
  return commands.map((command): Step => {
    const same = { state, changed: false, overtaken: false };
    if (command.kind !== 'revalidate') {
      const { once, ifRevision } = command;
      const earlier = earlierOutcome(once, start.recalled.get(once.key), recent.get(once.key));
      if (earlier) return { ...same, outcome: earlier, replayed: true };
      if (ifRevision !== null && (changedBefore || ifRevision !== start.revision)) {
        const error = refusal('service_revision_mismatch', { revision: start.revision });
        return { ...same, outcome: { ok: false, error }, replayed: false, overtaken: changedBefore };
      }
    }
    const decided = decide(command, state, facts, settings);
    state = decided.state;
    changedBefore ||= decided.changed;
    if (command.kind !== 'revalidate') {
      recent.set(command.once.key, { digest: command.once.digest, outcome: decided.outcome });
    }
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

import type { Notice } from '#contracts/cart.ts';
import type { Once } from '#contracts/write.ts';
import { isErrorCode, refusal, ServiceError } from '#platform/errors/errors.ts';

/** How long an outcome is remembered: a gateway repeats within seconds, a client within a day. Milliseconds. */
const keepMs = { gateway: 30_000, client: 86_400_000 };
/** Most bytes of a remembered outcome. */
const mostBytes = 512;

/** What became of a command: never a body, so a repetition renders it over the cart as it is then. */
export type Outcome =
  | { readonly ok: true; readonly lineKey: string | null; readonly notices: readonly Notice[] }
  | { readonly ok: false; readonly error: ServiceError };

/** The kept form: short names, since one is written with every command. */
interface Kept {
  d: string;
  k?: string | null;
  n?: readonly Notice[];
  e?: { code: string; message: string; data: Record<string, unknown> };
}

/** The text that is remembered under the command's idempotency key, and for how many milliseconds. */
export function rememberedOutcome(
  once: Once,
  outcome: Outcome,
): { key: string; outcome: string; keepMs: number } {
  const kept: Kept = outcome.ok
    ? { d: once.digest, k: outcome.lineKey, n: outcome.notices }
    : {
        d: once.digest,
        e: { code: outcome.error.code, message: outcome.error.message, data: outcome.error.data },
      };
  const whole = JSON.stringify(kept);
  const text = Buffer.byteLength(whole) <= mostBytes ? whole : JSON.stringify(withoutTexts(kept));
  return { key: once.key, outcome: text, keepMs: keepMs[once.origin] };
}

/** Without the sentences that may be long, a product's name in them. */
function withoutTexts(kept: Kept): Kept {
  return kept.e ? { d: kept.d, e: { ...kept.e, message: '' } } : { ...kept, n: [] };
}

/**
 * What became of the earlier command with this key.
 *
 * @throws ServiceError `service_idempotency_key_reused` when that was another request
 */
export function recalledOutcome(once: Once, text: string): Outcome {
  const kept = JSON.parse(text) as Kept;
  if (kept.d !== once.digest) throw refusal('service_idempotency_key_reused', {});
  if (!kept.e) return { ok: true, lineKey: kept.k ?? null, notices: kept.n ?? [] };
  const { code, data, message } = kept.e;
  if (!isErrorCode(code)) throw new Error(`unknown code ${code} in an outcome`);
  return { ok: false, error: new ServiceError(code, data, message === '' ? {} : { message }) };
}

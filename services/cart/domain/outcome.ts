import type { Notice } from '#contracts/cart.ts';
import type { Once } from '#contracts/write.ts';
import { isErrorCode, refusal, ServiceError } from '#platform/errors/errors.ts';

/** How long an outcome is remembered: a gateway repeats within seconds, a client within a day. Milliseconds. */
const keepMs = { gateway: 30_000, client: 86_400_000 };
/** Most bytes of a remembered outcome with its sentences; one that is longer goes without them. */
const mostBytes = 512;

/** A change that was made: the lines it was about, and what the shopper is told. */
export interface Done {
  readonly lineKeys: readonly string[];
  readonly notices: readonly Notice[];
}

/** What became of one change among several; null when it was not made because another one could not be. */
export type Part =
  | ({ readonly ok: true } & Done)
  | { readonly ok: false; readonly error: ServiceError }
  | null;

/** What became of a write: never a body, so a repetition renders it over the cart as it is then. */
export type Outcome =
  /** `parts` is null for a single change; of several, `lineKeys` and `notices` are those of all together. */
  | ({ readonly ok: true; readonly parts: readonly Part[] | null } & Done)
  | { readonly ok: false; readonly error: ServiceError };

/** The kept forms: short names, since one is kept with every write. */
interface KeptError {
  readonly code: string;
  readonly message: string;
  readonly data: Readonly<Record<string, unknown>>;
}
interface KeptDone {
  readonly k?: readonly string[];
  readonly n?: readonly Notice[];
}
type KeptPart = KeptDone | { readonly e: KeptError } | null;
interface Kept extends KeptDone {
  readonly d: string;
  readonly p?: readonly KeptPart[];
  readonly e?: KeptError;
}

const keptError = ({ code, message, data }: ServiceError): KeptError => ({ code, message, data });

function keptPart(part: Part): KeptPart {
  if (!part) return null;
  return part.ok ? { k: part.lineKeys, n: part.notices } : { e: keptError(part.error) };
}

function keptOf(digest: string, outcome: Outcome): Kept {
  if (!outcome.ok) return { d: digest, e: keptError(outcome.error) };
  const { lineKeys, notices, parts } = outcome;
  // What the parts have need not be said twice.
  if (parts) return { d: digest, n: notices, p: parts.map(keptPart) };
  return { d: digest, k: lineKeys, n: notices };
}

/** Without the sentences that may be long, a product's name in them. */
function withoutTexts(name: string, value: unknown): unknown {
  if (name === 'n') return undefined;
  return name === 'message' ? '' : value;
}

/** The text that is remembered under the write's idempotency key, and for how many milliseconds. */
export function rememberedOutcome(
  once: Once,
  outcome: Outcome,
): { key: string; outcome: string; keepMs: number } {
  const kept = keptOf(once.digest, outcome);
  const whole = JSON.stringify(kept);
  const text = Buffer.byteLength(whole) <= mostBytes ? whole : JSON.stringify(kept, withoutTexts);
  return { key: once.key, outcome: text, keepMs: keepMs[once.origin] };
}

function recalledError({ code, message, data }: KeptError): ServiceError {
  if (!isErrorCode(code)) throw new Error(`unknown code ${code} in an outcome`);
  return new ServiceError(code, data, message === '' ? {} : { message });
}

function recalledPart(part: KeptPart): Part {
  if (!part) return null;
  if ('e' in part) return { ok: false, error: recalledError(part.e) };
  return { ok: true, lineKeys: part.k ?? [], notices: part.n ?? [] };
}

/**
 * What became of the earlier write with this key.
 *
 * @throws ServiceError `service_idempotency_key_reused` when that was another request
 */
export function recalledOutcome(once: Once, text: string): Outcome {
  const kept = JSON.parse(text) as Kept;
  if (kept.d !== once.digest) throw refusal('service_idempotency_key_reused', {});
  if (kept.e) return { ok: false, error: recalledError(kept.e) };
  const parts = kept.p?.map(recalledPart) ?? null;
  const lineKeys = parts?.flatMap((part) => (part?.ok ? part.lineKeys : [])) ?? kept.k ?? [];
  return { ok: true, lineKeys, notices: kept.n ?? [], parts };
}

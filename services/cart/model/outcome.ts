import type { Notice } from '#contracts/notices.ts';
import type { IdempotencyRecord } from '#contracts/write.ts';
import { isErrorCode, refusal, ServiceError } from '#platform/errors/errors.ts';

/** Milliseconds for which an outcome is stored. A gateway repeats a write within seconds, a client within a day. */
const keepMs = { gateway: 30_000, client: 86_400_000 };
/** Maximum size of a stored outcome in bytes; a larger outcome is stored without its texts. */
const maxBytes = 512;

/** The result of a change: the keys of the changed lines, and notices. */
export interface Done {
  readonly lineKeys: readonly string[];
  readonly notices: readonly Notice[];
}

/** The result of one change among several. Null if the change was discarded because another change was refused. */
export type ChangeResult =
  | ({ readonly ok: true } & Done)
  | { readonly ok: false; readonly error: ServiceError }
  | null;

/** The result of a write, without the cart, because the answer to a repetition contains the current cart. */
export type Outcome =
  /** `results` is null for a single change. `lineKeys` and `notices` are the keys and notices of all changes. */
  | ({ readonly ok: true; readonly results: readonly ChangeResult[] | null } & Done)
  | { readonly ok: false; readonly error: ServiceError };

/** The stored form of an error. `message` is its `text`; older versions stored the sentence of every error. */
interface KeptError {
  readonly code: string;
  readonly message?: string;
  readonly data: Readonly<Record<string, unknown>>;
}
/**
 * The stored form of `Done`: `k` for line keys, `n` for notices. Names are short, since an outcome is stored with
 * every write.
 */
interface KeptDone {
  readonly k?: readonly string[];
  readonly n?: readonly Notice[];
}
type KeptResult = KeptDone | { readonly e: KeptError } | null;
/**
 * The stored form of an outcome: `d` for the digest of the request, `p` for the results of several changes, `e` for
 * the error.
 */
interface Kept extends KeptDone {
  readonly d: string;
  readonly p?: readonly KeptResult[];
  readonly e?: KeptError;
}

const keptError = ({ code, text, data }: ServiceError): KeptError =>
  text === null ? { code, data } : { code, data, message: text };

function keptResult(part: ChangeResult): KeptResult {
  if (!part) return null;
  return part.ok ? { k: part.lineKeys, n: part.notices } : { e: keptError(part.error) };
}

function keptOf(digest: string, outcome: Outcome): Kept {
  if (!outcome.ok) return { d: digest, e: keptError(outcome.error) };
  const { lineKeys, notices, results } = outcome;
  // The line keys are omitted here, because the results contain them.
  if (results) return { d: digest, n: notices, p: results.map(keptResult) };
  return { d: digest, k: lineKeys, n: notices };
}

/** Replacer for `JSON.stringify` that omits the long members of an outcome: notices, and the texts of errors. */
function withoutTexts(name: string, value: unknown): unknown {
  return name === 'n' || name === 'message' ? undefined : value;
}

/**
 * Returns an outcome as text to store under the write's idempotency key, and how many milliseconds Redis keeps the
 * text.
 */
export function rememberedOutcome(
  once: IdempotencyRecord,
  outcome: Outcome,
): { key: string; outcome: string; keepMs: number } {
  const kept = keptOf(once.digest, outcome);
  const whole = JSON.stringify(kept);
  const text = Buffer.byteLength(whole) <= maxBytes ? whole : JSON.stringify(kept, withoutTexts);
  return { key: once.key, outcome: text, keepMs: keepMs[once.origin] };
}

function recalledError({ code, message, data }: KeptError): ServiceError {
  if (!isErrorCode(code)) throw new Error(`unknown code ${code} in an outcome`);
  return new ServiceError(code, data, { text: message || undefined });
}

function recalledResult(part: KeptResult): ChangeResult {
  if (!part) return null;
  if ('e' in part) return { ok: false, error: recalledError(part.e) };
  return { ok: true, lineKeys: part.k ?? [], notices: part.n ?? [] };
}

/**
 * Parses the stored outcome of the earlier write with the same idempotency key.
 *
 * @throws ServiceError `service_idempotency_key_reused` if the earlier write was a different request
 */
export function recalledOutcome(once: IdempotencyRecord, text: string): Outcome {
  const kept = JSON.parse(text) as Kept;
  if (kept.d !== once.digest) throw refusal('service_idempotency_key_reused', {});
  if (kept.e) return { ok: false, error: recalledError(kept.e) };
  const results = kept.p?.map(recalledResult) ?? null;
  const lineKeys = results?.flatMap((part) => (part?.ok ? part.lineKeys : [])) ?? kept.k ?? [];
  return { ok: true, lineKeys, notices: kept.n ?? [], results };
}

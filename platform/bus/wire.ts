import { headers, type Msg, type MsgHdrs } from 'nats';
import type { Operation } from '#contracts/operation.ts';
import { isErrorCode, refusal, ServiceError } from '#platform/errors/errors.ts';
import { type ClaimVerifier, hasSharedSignature } from './claim.ts';
import type { Context } from './context.ts';
import type { KnownParts } from './known-parts.ts';
import { decodeSerialized, encodeSerialized } from './serialized-parts.ts';

/**
 * Version of the request format. A replica answers 503 to a request of a newer version, so that the caller
 * sends the request to another replica.
 */
export const contractVersion = 4;
/** The first contract version in which several claims can share one signature. */
export const sharedSignatureContract = 3;
/** The first contract version in which a message can have several events. */
export const eventBatchContract = 4;
/** The contract version of requests without a claim, and of requests with a separately signed claim. */
export const oldestContract = 2;

/** A reply or a refusal in the form that is sent. */
type Envelope =
  | { ok: true; reply: unknown }
  | { ok: false; code: string; message: string; data: Record<string, unknown> };

/** Returns a value as JSON bytes. */
export function encode(value: unknown): Uint8Array {
  return Buffer.from(JSON.stringify(value));
}

/** Returns the value of JSON bytes. @throws SyntaxError */
export function decode(bytes: Uint8Array): unknown {
  return JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString());
}

/**
 * Returns the headers of a request: contract version, deadline, request id and signed claim. If `claim` is empty, the
 * header `Claim` is omitted.
 */
export function writeHeaders(context: Context, claim: string): MsgHdrs {
  const written = headers();
  written.set('Contract', String(hasSharedSignature(claim) ? sharedSignatureContract : oldestContract));
  written.set('Deadline', String(context.deadline));
  written.set('Request-Id', context.requestId);
  if (claim !== '') written.set('Claim', claim);
  return written;
}

/**
 * Returns the context of a received request from its headers.
 *
 * @throws ServiceError `service_unavailable` for a newer contract, `service_not_allowed` for an invalid claim
 */
export function readHeaders(message: Msg, operation: Operation, claims: ClaimVerifier): Context {
  const given = message.headers;
  if (Number(given?.get('Contract') ?? contractVersion) > contractVersion) {
    throw refusal('service_unavailable', { retry_after: 1 });
  }
  const text = given?.get('Claim') ?? '';
  const claim = text === '' ? null : claims.verify(text, operation, message.data);
  if (text !== '' && !claim) throw refusal('service_not_allowed', {});
  return {
    requestId: given?.get('Request-Id') || '-',
    deadline: Number(given?.get('Deadline') || Date.now() + 2_000),
    claim,
    ...(text === '' ? {} : { proof: text }),
    repeated: given?.has('Repeated') ?? false,
  };
}

/** This header names the operation of a request to all replicas. */
export const operationHeader = 'Operation';

/**
 * This header says that the caller can read products and variations as separate JSON, and which bytes the service must
 * send (`acceptedParts`).
 */
export const separatePartsHeader = 'Takes-Entries';
/**
 * Values of `separatePartsHeader`: the bytes of all parts, or only of those products and variations that the caller has
 * not got before. Services of older releases send all bytes for both values.
 */
export const acceptedParts = { all: '1', new: '2' } as const;

/**
 * Returns a reply as bytes. If the caller accepts separate parts, the JSON bytes of products and variations are copied
 * unchanged. If the number of the caller is given, the bytes that the caller has got before are omitted.
 */
export function encodeReply(reply: unknown, acceptsParts = false, caller: number | null = null): Uint8Array {
  const serialized = acceptsParts ? encodeSerialized(reply, caller) : null;
  if (serialized) return serialized;
  return encode({ ok: true, reply } satisfies Envelope);
}

/** Returns a refusal as bytes. The cause of the refusal is only logged, never sent. */
export function encodeRefusal(error: ServiceError): Uint8Array {
  return encode({ ok: false, code: error.code, message: error.message, data: error.data } satisfies Envelope);
}

/**
 * Returns the reply that the bytes of an answer contain. Omitted bytes come from `known`.
 *
 * @throws ServiceError if the answer is a refusal
 * @throws IncompleteReply if some of the omitted bytes are not known
 */
export function decodeReply(bytes: Uint8Array, known?: KnownParts): unknown {
  const separate = decodeSerialized(bytes, known);
  if (separate !== null) return separate;
  const envelope = decode(bytes) as Envelope;
  if (envelope.ok) return envelope.reply;
  const { code, data, message } = envelope;
  if (!isErrorCode(code)) throw refusal('service_internal', {}, { cause: `unknown code ${code}` });
  throw new ServiceError(code, data, { message });
}

import { hash } from 'node:crypto';
import { headers, type Msg, type MsgHdrs } from 'nats';
import type { Operation } from '#contracts/operation.ts';
import { Parts, SerializedJson } from '#contracts/product-replies.ts';
import { isErrorCode, refusal, ServiceError } from '#platform/errors/errors.ts';
import { ownBytes } from '#platform/util/text.ts';
import { type ClaimVerifier, hasSharedSignature } from './claim.ts';
import type { Context } from './dispatcher.ts';

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

/** A reply or a refusal in the form that is sent. `message` is the `text` of an error. */
type Envelope =
  | { ok: true; reply: unknown }
  | { ok: false; code: string; message?: string | undefined; data: Record<string, unknown> };

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

/** Returns a value as bytes of JSON with their digest. */
export function serialized<Value>(value: Value): SerializedJson<Value> {
  const bytes = ownBytes(JSON.stringify(value));
  return new SerializedJson(bytes, hash('sha256', bytes, 'base64url'));
}

/** The first line of a reply with parts: digest and number of bytes of each part, and the other members. */
interface Head {
  readonly parts: readonly (readonly [digest: string, size: number])[];
  readonly others: object;
}

const headBegin = Buffer.from('{"parts":');
const newLine = 10;

/** Returns a reply as bytes. A reply with parts is a line of JSON (`Head`), and then the bytes of the parts, unchanged. */
export function encodeReply(reply: unknown): Uint8Array {
  if (!(reply instanceof Parts)) return encode({ ok: true, reply } satisfies Envelope);
  const { parts, others }: Parts<unknown, object> = reply;
  const head: Head = { parts: parts.map(({ digest, bytes }) => [digest, bytes.length]), others };
  return Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), ...parts.map(({ bytes }) => bytes)]);
}

/** Returns a refusal as bytes. The cause of the refusal is only logged, never sent. */
export function encodeRefusal(error: ServiceError): Uint8Array {
  const { code, data, text } = error;
  return encode({ ok: false, code, data, ...(text !== null && { message: text }) } satisfies Envelope);
}

function decodeParts(bytes: Buffer): Parts<unknown, object> {
  const end = bytes.indexOf(newLine);
  const head = JSON.parse(bytes.toString('utf8', 0, end)) as Head;
  let at = end + 1;
  const parts = head.parts.map(([digest, size]) => {
    at += size;
    return new SerializedJson(bytes.subarray(at - size, at), digest);
  });
  return new Parts(parts, head.others);
}

/** Returns the reply that the bytes of an answer contain. @throws ServiceError if the answer is a refusal */
export function decodeReply(bytes: Uint8Array): unknown {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (all.subarray(0, headBegin.length).equals(headBegin)) return decodeParts(all);
  const envelope = decode(bytes) as Envelope;
  if (envelope.ok) return envelope.reply;
  const { code, data, message } = envelope;
  if (!isErrorCode(code)) throw refusal('service_internal', {}, { cause: `unknown code ${code}` });
  throw new ServiceError(code, data, { text: message });
}

import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { refusal } from '#platform/errors/errors.ts';
import { errorAnswer } from '../routing/error-answers.ts';
import { type Mounts, normalizedPath } from '../routing/mounts.ts';
import { commonHeaders } from './edge.ts';

/** The error of Node's HTTP parser for an invalid request. */
export interface ParserError extends Error {
  readonly code?: string;
  /** The last bytes that the parser received. */
  readonly rawPacket?: Buffer;
}

/** Sends an answer to a request that the parser refused, and closes the connection. */
export type AnswerUnreadable = (error: ParserError, socket: Socket) => void;

/** Maximum number of bytes of a request's target and headers. */
export const maxHeaderBytes = 16_384;
/** The status for each error code of the parser; 400 for other codes. */
const statuses: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

function rawResponse(status: number, headers: readonly (readonly [string, string])[], body: string): string {
  const lines = [...headers, ['Content-Length', String(body.length)], ['Connection', 'close']];
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head}\r\n${body}`;
}

/** Returns the answer to a request whose target or headers are too long, in the dialect of the mount. */
function tooLong(mounts: Mounts, { rawPacket }: ParserError): string {
  const [, path = '/'] = /^[A-Z]+ ([^\s?]{1,200})/.exec(rawPacket?.toString('latin1', 0, 300) ?? '') ?? [];
  const error = refusal('service_request_headers_too_large', { maximum_bytes: maxHeaderBytes });
  const { headers, body } = errorAnswer(error, mounts.of(normalizedPath(path)).mount.dialect, '');
  const type = ['Content-Type', 'application/json; charset=utf-8'] as const;
  return rawResponse(431, [...commonHeaders, ...Object.entries(headers), type], JSON.stringify(body));
}

/**
 * Returns the function that answers requests which the parser refused. Only answers with status 431 (headers
 * too long) have a body, because a working client can cause this error and must learn the reason.
 */
export function unreadable(mounts: Mounts): AnswerUnreadable {
  return (error, socket) => {
    const status = statuses[error.code ?? ''] ?? 400;
    socket.write(status === 431 ? tooLong(mounts, error) : rawResponse(status, [], ''));
    socket.destroySoon();
  };
}

import type { IncomingMessage } from 'node:http';
import { isForeign } from './cors.ts';

/** The credentials of a request, before they are verified. */
export type CredentialForm =
  | { readonly kind: 'none' }
  | { readonly kind: 'bearer'; readonly token: string }
  /** The user name and password of an account, or the key and secret of a key pair. A missing part is empty. */
  | { readonly kind: 'secret'; readonly identifier: string; readonly secret: string };

const none: CredentialForm = { kind: 'none' };
const nameInQuery = /(?:^|&)(?:username|password|consumer_key|consumer_secret)=/;
/** Matches headers such as `Bearer null`, which some storefronts send when nobody is logged in. */
const emptyAuthorization = /^\s*(?:basic\s+(?:null|undefined)|bearer(?:\s+(?:null|undefined))?)\s*$/i;
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Returns the text of Basic credentials; empty for invalid base64. Bytes that are not UTF-8 are decoded as
 * Latin-1, because browsers' `btoa` writes Latin-1.
 */
function decoded(base64: string): string {
  // Node's decoder ignores invalid characters, so the text is checked before decoding.
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(base64)) return '';
  const bytes = Buffer.from(base64, 'base64');
  try {
    return utf8.decode(bytes);
  } catch {
    return bytes.toString('latin1');
  }
}

/**
 * Returns whether a request has several `Authorization` headers. Node returns only the first header, but the
 * client may mean another header.
 */
export function isAmbiguous({ headers: { authorization }, rawHeaders }: IncomingMessage): boolean {
  if (authorization === undefined) return false;
  const names = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'authorization');
  return names.length > 1;
}

/**
 * Returns the credentials in an `Authorization` header. Some servers add an empty header, which has no
 * credentials.
 */
function inHeader(header: string): CredentialForm {
  const whole = header.trim();
  if (whole === '') return none;
  const end = whole.search(/\s/);
  const scheme = end < 0 ? whole : whole.slice(0, end);
  const rest = end < 0 ? '' : whole.slice(end).trimStart();
  if (scheme.toLowerCase() === 'bearer') return { kind: 'bearer', token: rest };
  const pair = scheme.toLowerCase() === 'basic' ? decoded(rest) : '';
  const colon = pair.indexOf(':');
  if (colon < 0) return { kind: 'secret', identifier: '', secret: '' };
  return { kind: 'secret', identifier: pair.slice(0, colon), secret: pair.slice(colon + 1) };
}

/** Returns the credentials in a query: `username` and `password`, or `consumer_key` and `consumer_secret`. */
export function credentialsInQuery(query: string): CredentialForm {
  // A query with percent signs is always parsed, because its names may be percent-encoded.
  if (query === '' || !(nameInQuery.test(query) || query.includes('%'))) return none;
  const parameters = new URLSearchParams(query);
  const named = (name: string) => parameters.getAll(name).find(Boolean) ?? '';
  for (const [name, secretName] of [
    ['username', 'password'],
    ['consumer_key', 'consumer_secret'],
  ] as const) {
    const [identifier, secret] = [named(name), named(secretName)];
    if (identifier !== '' || secret !== '') return { kind: 'secret', identifier, secret };
  }
  return none;
}

/**
 * Returns the credentials of a request: from the `Authorization` header, or else from the query
 * (docs/reference/login.md#credentials). `missingToken` says whether a header such as `Bearer null` is ignored
 * or refused.
 */
export function credentialForm(
  request: IncomingMessage,
  query: string,
  missingToken: 'ignored' | 'refused',
): CredentialForm {
  if (isAmbiguous(request)) return { kind: 'secret', identifier: '', secret: '' };
  const { authorization = '' } = request.headers;
  const isMissing = missingToken === 'ignored' && emptyAuthorization.test(authorization);
  const form = isMissing ? none : inHeader(authorization);
  return form.kind === 'none' ? credentialsInQuery(query) : form;
}

/**
 * Returns whether a query contains a password or key pair. If so, the answer to the request must not be
 * cached.
 */
export function hasCredentials(query: string): boolean {
  return credentialsInQuery(query).kind !== 'none';
}

/**
 * Returns whether a request has an `Authorization` header that is not empty. The response cache uses this
 * function, because `credentialForm` is slower.
 */
export function hasAuthorization(request: IncomingMessage): boolean {
  const { authorization } = request.headers;
  return authorization !== undefined && (authorization !== '' || isAmbiguous(request));
}

/** Returns whether a request has Basic credentials, valid or not. */
export function bringsBasic({ headers: { authorization = '' } }: Pick<IncomingMessage, 'headers'>): boolean {
  return /^\s*basic(?:\s|$)/i.test(authorization);
}

/**
 * Returns whether a page of another site caused a request with Basic credentials, valid or not. A browser sends
 * credentials that it remembers without being asked to. `origins` are the origins that CORS allows.
 */
export function isForeignBasic(
  request: Pick<IncomingMessage, 'headers'>,
  origins: readonly string[],
): boolean {
  return bringsBasic(request) && isForeign(request, origins);
}

/** Returns whether a request has a bearer token, valid or not. */
export function bringsBearer({ headers: { authorization = '' } }: IncomingMessage): boolean {
  return /^\s*bearer(?:\s|$)/i.test(authorization);
}

import type { IncomingMessage } from 'node:http';

/** The credentials of a request, before they are verified. */
export type CredentialForm =
  | { readonly kind: 'none' }
  | { readonly kind: 'bearer'; readonly token: string }
  /** A name and a secret, perhaps of a key pair. A missing half is empty. */
  | { readonly kind: 'secret'; readonly identifier: string; readonly secret: string };

const none: CredentialForm = { kind: 'none' };
const nameInQuery = /(?:^|&)(?:username|password|consumer_key|consumer_secret)=/;
/** `Authorization` of storefronts that put a missing token into it when nobody is logged in. */
const nobody = /^\s*(?:basic\s+(?:null|undefined)|bearer(?:\s+(?:null|undefined))?)\s*$/i;
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Decodes Basic credentials: UTF-8, else Latin-1, which browsers' `btoa` makes. Empty for invalid base64. */
function decoded(base64: string): string {
  // Node's decoder ignores invalid characters.
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(base64)) return '';
  const bytes = Buffer.from(base64, 'base64');
  try {
    return utf8.decode(bytes);
  } catch {
    return bytes.toString('latin1');
  }
}

/** Whether there are several `Authorization` headers. Node returns the first, but the client may mean any. */
function isAmbiguous({ headers: { authorization }, rawHeaders }: IncomingMessage): boolean {
  if (authorization === undefined) return false;
  const names = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'authorization');
  return names.length > 1;
}

/**
 * Returns the credentials of an `Authorization` header. Some servers add an empty one, which counts as none.
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

/** The credentials in a query: `username` and `password`, or those of a key pair. */
export function credentialsInQuery(query: string): CredentialForm {
  // Percent signs may encode the names, so the pattern alone cannot rule credentials out.
  if (query === '' || !(nameInQuery.test(query) || query.includes('%'))) return none;
  const parameters = new URLSearchParams(query);
  const named = (name: string) => parameters.getAll(name).find(Boolean) ?? '';
  for (const [name, word] of [
    ['username', 'password'],
    ['consumer_key', 'consumer_secret'],
  ] as const) {
    const [identifier, secret] = [named(name), named(word)];
    if (identifier !== '' || secret !== '') return { kind: 'secret', identifier, secret };
  }
  return none;
}

/**
 * Returns the credentials of a request: from its header, else its query
 * (docs/reference/login.md#credentials). `missingToken` says whether `Bearer null` and the like count as no header.
 */
export function credentialForm(
  request: IncomingMessage,
  query: string,
  missingToken: 'ignored' | 'refused',
): CredentialForm {
  if (isAmbiguous(request)) return { kind: 'secret', identifier: '', secret: '' };
  const { authorization = '' } = request.headers;
  const isMissing = missingToken === 'ignored' && nobody.test(authorization);
  const form = isMissing ? none : inHeader(authorization);
  return form.kind === 'none' ? credentialsInQuery(query) : form;
}

/** Whether a query has credentials of any form; answers to such an address are not cacheable. */
export function hasCredentials(query: string): boolean {
  return credentialsInQuery(query).kind !== 'none';
}

/** Whether a request has an `Authorization` header. Cheap, for the response cache. */
export function hasAuthorization(request: IncomingMessage): boolean {
  const { authorization } = request.headers;
  return authorization !== undefined && (authorization !== '' || isAmbiguous(request));
}

/** Whether a request has a bearer token, valid or not. */
export function bringsBearer({ headers: { authorization = '' } }: IncomingMessage): boolean {
  return /^\s*bearer(?:\s|$)/i.test(authorization);
}

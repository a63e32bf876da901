import type { IncomingMessage } from 'node:http';

/** The credentials of a request, before they are verified. */
export type CredentialForm =
  | { readonly kind: 'none' }
  | { readonly kind: 'bearer'; readonly token: string }
  /** A name and a secret, of an account or of a key pair. A part that the client did not send is empty. */
  | { readonly kind: 'secret'; readonly identifier: string; readonly secret: string };

const none: CredentialForm = { kind: 'none' };
const nameInQuery = /(?:^|&)(?:username|password|consumer_key|consumer_secret)=/;
/** `Authorization` of storefronts that put a missing token into it when nobody is logged in. */
const emptyAuthorization = /^\s*(?:basic\s+(?:null|undefined)|bearer(?:\s+(?:null|undefined))?)\s*$/i;
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Returns decoded Basic credentials: as UTF-8 if valid, else as Latin-1, the encoding of browsers'
 * `btoa`. Empty for invalid base64.
 */
function decoded(base64: string): string {
  // The text is checked here because Node's decoder ignores invalid characters.
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(base64)) return '';
  const bytes = Buffer.from(base64, 'base64');
  try {
    return utf8.decode(bytes);
  } catch {
    return bytes.toString('latin1');
  }
}

/**
 * Returns whether there are several `Authorization` headers. Node shows the first only, but the
 * client may mean another.
 */
function isAmbiguous({ headers: { authorization }, rawHeaders }: IncomingMessage): boolean {
  if (authorization === undefined) return false;
  const names = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'authorization');
  return names.length > 1;
}

/**
 * Returns the credentials of an `Authorization` header. An empty header, which some servers add,
 * counts as none.
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

/** Returns the credentials of a query: `username` and `password`, or key and secret of a key pair. */
export function credentialsInQuery(query: string): CredentialForm {
  // A query with percent signs may have the names percent-encoded, so it is parsed even if the pattern
  // does not match.
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
 * Returns the credentials of a request: of its `Authorization` header, else of its query
 * (docs/reference/login.md#credentials). `missingToken` decides whether a header such as `Bearer null`
 * is ignored or refused.
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

/** Returns whether a query has a password or key pair. Answers to such an address must not be cached. */
export function hasCredentials(query: string): boolean {
  return credentialsInQuery(query).kind !== 'none';
}

/**
 * Returns whether a request has an `Authorization` header. For the response cache this is cheaper
 * than `credentialForm`.
 */
export function hasAuthorization(request: IncomingMessage): boolean {
  const { authorization } = request.headers;
  return authorization !== undefined && (authorization !== '' || isAmbiguous(request));
}

/** Returns whether a request has a bearer token, valid or not. */
export function bringsBearer({ headers: { authorization = '' } }: IncomingMessage): boolean {
  return /^\s*bearer(?:\s|$)/i.test(authorization);
}

import type { IncomingMessage } from 'node:http';

/** How a request says who it is, before anything of it is believed. */
export type CredentialForm =
  | { readonly kind: 'none' }
  | { readonly kind: 'bearer'; readonly token: string }
  /** A name and a secret, which may be those of a key pair. A half that is missing is empty. */
  | { readonly kind: 'secret'; readonly identifier: string; readonly secret: string };

const none: CredentialForm = { kind: 'none' };
const nameInQuery = /(?:^|&)(?:username|password|consumer_key|consumer_secret)=/;
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Text of Basic credentials: UTF-8, or Latin-1 where that it cannot be, as browsers' `btoa` makes it. Empty for no
 * base64.
 */
function decoded(base64: string): string {
  // The decoder itself passes over whatever it does not know.
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(base64)) return '';
  const bytes = Buffer.from(base64, 'base64');
  try {
    return utf8.decode(bytes);
  } catch {
    return bytes.toString('latin1');
  }
}

/** Whether there are several `Authorization` headers, of which Node tells the first: who sends them may mean any. */
function isAmbiguous({ headers: { authorization }, rawHeaders }: IncomingMessage): boolean {
  if (authorization === undefined) return false;
  const names = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'authorization');
  return names.length > 1;
}

/** The credentials in an `Authorization` header. An empty one is as none: some servers add one. */
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
function inQuery(query: string): CredentialForm {
  // The names may be written with percent signs, so a plain search may only say that there is nothing to find.
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

/** How a request says who it is: by its header, else by its query (docs/reference/login.md#credentials). */
export function credentialForm(request: IncomingMessage, query: string): CredentialForm {
  if (isAmbiguous(request)) return { kind: 'secret', identifier: '', secret: '' };
  const form = inHeader(request.headers.authorization ?? '');
  return form.kind === 'none' ? inQuery(query) : form;
}

/** Whether an address has credentials in it, whoever is asked for: nobody may keep what belongs to it. */
export function hasCredentials(query: string): boolean {
  return inQuery(query).kind !== 'none';
}

/** Whether a request brings credentials of any form in its header. Cheap, for the cache's door. */
export function hasAuthorization(request: IncomingMessage): boolean {
  const { authorization } = request.headers;
  return authorization !== undefined && (authorization !== '' || isAmbiguous(request));
}

/** Whether a request brings a bearer token, good or bad. */
export function bringsBearer({ headers: { authorization = '' } }: IncomingMessage): boolean {
  return /^\s*bearer(?:\s|$)/i.test(authorization);
}

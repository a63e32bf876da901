import { CartwrightError } from './error.ts';

/**
 * Why a shop could not be reached, as far as the platform tells. Node names the reason. A browser tells scripts only that
 * a request failed: `connection` then also means a certificate that the browser does not accept.
 */
export type NetworkReason = 'certificate' | 'connection' | 'cors' | 'mixed_content' | 'offline';

/** What a browser says about its page; a server and a worker lack it. */
interface Page {
  readonly location?: { readonly origin: string; readonly protocol: string };
  readonly navigator?: { readonly userAgent: string; readonly onLine?: boolean };
}
const page: Page = globalThis;

const certificateCodes = /CERT|SELF_SIGNED|UNABLE_TO_(VERIFY|GET_ISSUER)|ERR_TLS/;

/** Returns the codes of an error and its causes. */
function* codesOf(error: unknown): Generator<string> {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    if ('code' in at && typeof at.code === 'string') yield at.code;
    if (at instanceof AggregateError) for (const one of at.errors) yield* codesOf(one);
  }
}

const sentences: Readonly<Record<NetworkReason, string>> = {
  certificate: 'The certificate of the shop is not accepted.',
  connection: 'Nothing answers at the address of the shop.',
  cors: 'The shop answers, but pages of this origin may not read its answers (CORS_ORIGINS).',
  mixed_content: 'A page over HTTPS may not send requests to a shop over HTTP.',
  offline: 'There is no connection to the network.',
};

/** Returns the error of a request that got no answer, with the reason in `members.reason` where the platform names it. */
export function unreachable(cause: unknown): CartwrightError {
  const codes = [...codesOf(cause)];
  const reason: NetworkReason | null = codes.some((code) => certificateCodes.test(code))
    ? 'certificate'
    : codes.length > 0
      ? 'connection'
      : null;
  return failure(reason, cause);
}

function failure(reason: NetworkReason | null, cause: unknown, more = ''): CartwrightError {
  const message = `The shop could not be reached.${reason === null ? '' : ` ${sentences[reason]}`}${more}`;
  const members = reason === null ? {} : { reason };
  return new CartwrightError({ code: 'client_network_error', status: 0, message, members, cause });
}

/** Whether anything answers at an address. The page may not read the answer, and sends nothing of the shopper. */
async function answers(url: string, ask: typeof fetch): Promise<boolean> {
  try {
    await ask(url, {
      mode: 'no-cors',
      credentials: 'omit',
      cache: 'no-store',
      signal: AbortSignal.timeout(5_000),
    });
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns an error with the reason why the shop at `url` could not be reached, if a browser lets the client find one out.
 * Returns any other error unchanged.
 */
export async function explained(error: unknown, url: string, ask: typeof fetch): Promise<unknown> {
  const { location, navigator } = page;
  const isOpen =
    error instanceof CartwrightError && error.code === 'client_network_error' && !error.members.reason;
  if (!isOpen || !location) return error;
  const found = (reason: NetworkReason, more = '') =>
    Object.assign(failure(reason, error.cause, more), { attempts: error.attempts });
  if (navigator?.onLine === false) return found('offline');
  const { origin, protocol } = new URL(url);
  if (origin === location.origin) return found('connection');
  if (location.protocol === 'https:' && protocol === 'http:') return found('mixed_content');
  if (await answers(url, ask)) return found('cors');
  const hint = ` Or the browser does not accept its certificate: open ${origin} in a tab to see which.`;
  return found('connection', protocol === 'https:' ? hint : '');
}

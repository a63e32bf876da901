import { type Environment, environment } from '../settings.ts';

const PYPI = 'https://pypi.org/simple';
const LIMIT_MS = 240_000;

/** The configured package index: its address, and the `authorization` header that its credentials make. */
function packageIndex(from: Environment): { url: URL; authorization: string | null } {
  const url = new URL((from.PIP_INDEX_URL || PYPI).replace(/\/*$/, '/'));
  const { username, password } = url;
  url.username = '';
  url.password = '';
  const login = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { url, authorization: username ? `Basic ${Buffer.from(login).toString('base64')}` : null };
}

/** The address of a file in a project's page of a simple index (PEP 503), or null when the page does not list it. */
export function addressIn(page: string, name: string, base: string): URL | null {
  for (const [, written = ''] of page.matchAll(/\shref\s*=\s*["']([^"']+)["']/gi)) {
    const address = URL.parse(written.replaceAll('&amp;', '&'), base);
    if (address && decodeURIComponent(address.pathname).endsWith(`/${name}`)) return address;
  }
  return null;
}

/**
 * A file of a project on PyPI, or on the index that PIP_INDEX_URL names. The proxies of the environment are used.
 *
 * @throws Error with the host and status when the file is not to be had; credentials of the index are not in it
 */
export async function downloadFromIndex(project: string, name: string): Promise<Buffer> {
  const index = packageIndex(environment);
  const page = await request(new URL(`${project}/`, index.url), index);
  const address = addressIn(await page.text(), name, page.url);
  if (!address) throw new Error(`${index.url.host} lists no ${name}`);
  const file = await request(address, index);
  return Buffer.from(await file.arrayBuffer());
}

/** Credentials go to the index's own origin only: files may lie elsewhere. */
async function request(url: URL, index: { url: URL; authorization: string | null }) {
  // Loaded here: most starts fetch nothing.
  const { EnvHttpProxyAgent, fetch } = await import('undici');
  const own = url.origin === index.url.origin && index.authorization;
  const answer = await fetch(url, {
    headers: { accept: 'text/html, */*;q=0.1', ...(own ? { authorization: own } : {}) },
    dispatcher: new EnvHttpProxyAgent(),
    signal: AbortSignal.timeout(LIMIT_MS),
  }).catch((error: Error) => {
    const { message } = error.cause instanceof Error ? error.cause : error;
    throw new Error(`${url.host} cannot be reached (${message})`);
  });
  if (!answer.ok) throw new Error(`${url.host} answered ${answer.status}`);
  return answer;
}

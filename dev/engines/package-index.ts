import { type Environment, environment } from '../settings.ts';
import { request } from './request.ts';

const PYPI = 'https://pypi.org/simple';

/**
 * Returns the URL of the configured Python package index, and an `authorization` header with its credentials. The
 * header is null if the index needs no login.
 */
function packageIndex(from: Environment): { url: URL; authorization: string | null } {
  const url = new URL((from.PIP_INDEX_URL || PYPI).replace(/\/*$/, '/'));
  const { username, password } = url;
  url.username = '';
  url.password = '';
  const login = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { url, authorization: username ? `Basic ${Buffer.from(login).toString('base64')}` : null };
}

/**
 * Returns the URL of a file, from the links on a project's page in a simple index (PEP 503); null if no link
 * leads to the file.
 */
export function addressIn(page: string, name: string, base: string): URL | null {
  for (const [, written = ''] of page.matchAll(/\shref\s*=\s*["']([^"']+)["']/gi)) {
    const address = URL.parse(written.replaceAll('&amp;', '&'), base);
    if (address && decodeURIComponent(address.pathname).endsWith(`/${name}`)) return address;
  }
  return null;
}

/**
 * Downloads a project's file from PyPI or from the index in PIP_INDEX_URL. Uses the proxies of the environment.
 *
 * @throws Error with host and status, without the credentials of the index
 */
export async function downloadFromIndex(project: string, name: string): Promise<Buffer> {
  const { address, authorization } = await located(project, name);
  return Buffer.from(await (await request(address, authorization)).arrayBuffer());
}

/**
 * Returns the URL of a project's file, and the `Authorization` header for the request. The header is null if
 * the index needs no login. It is also null for a file on another origin, which must not get the login.
 *
 * @throws Error when the index is unreachable or does not list the file
 */
export async function located(
  project: string,
  name: string,
): Promise<{ address: URL; authorization: string | null }> {
  const { url, authorization } = packageIndex(environment);
  const page = await request(new URL(`${project}/`, url), authorization);
  const address = addressIn(await page.text(), name, page.url);
  if (!address) throw new Error(`${url.host} lists no ${name}`);
  return { address, authorization: address.origin === url.origin ? authorization : null };
}

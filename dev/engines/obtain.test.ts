import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { lengthOf } from '#testing/length.ts';
import { run } from '../base/commands.ts';
import { environment } from '../base/settings.ts';
import { mongod } from './mongod.ts';
import { nats } from './nats.ts';
import { type Engine, obtain, type Source, tooOld, versionIn } from './obtain.ts';
import { redis } from './redis.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cartwright-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** Writes a program that prints `version`, as `nats-server --version` does. */
async function putProgram(into: string, version: string): Promise<void> {
  await mkdir(into, { recursive: true });
  await writeFile(join(into, 'nats-server'), `#!/bin/sh\necho "nats-server: v${version}"\n`, { mode: 0o755 });
}

/** Returns a source of a program that prints `version`. `asked` counts the downloads. */
function delivers(version: string): Source & { asked: number } {
  return {
    title: `the source of ${version}`,
    asked: 0,
    async fetch(into) {
      this.asked += 1;
      await putProgram(join(into, 'bin'), version);
    },
  };
}

const refuses: Source = {
  title: 'a broken source',
  fetch: () => Promise.reject(new Error('nothing there')),
};

/** Returns an engine that needs version 90.2 or later, so `obtain` uses no real program in PATH. */
const engine = (...sources: Source[]): Engine => ({
  program: 'nats-server',
  minimum: [90, 2],
  variable: 'NATS_URL',
  sources,
});

test('the next source is used when one fails or its program is too old', async () => {
  const path = await obtain(engine(refuses, delivers('90.1.9'), delivers('90.2.0')), folder);
  expect(await run(path, [])).toBe('nats-server: v90.2.0\n');
  expect(await readdir(folder)).toEqual(['nats-server']);
});

test('a downloaded program is kept, and simultaneous callers download it once', async () => {
  const source = delivers('91.0.0');
  const paths = await Promise.all([obtain(engine(source), folder), obtain(engine(source), folder)]);
  expect(await obtain(engine(source), folder)).toBe(paths[0]);
  expect(source.asked).toBe(1);
});

test('the error for an unavailable program names each source with its failure, and the remedies', async () => {
  await expect(obtain(engine(refuses, delivers('1.0')), folder)).rejects.toThrow(
    /nats-server is not to be had: tried (.*; )?a broken source: nothing there; the source of 1\.0: it is version 1\.0, and 90\.2 or later is needed\. Install nats-server 90\.2 or later, name a running one in NATS_URL, or use docker compose up\./,
  );
  expect(await readdir(folder)).toEqual([]);
});

/** Returns what `obtain` prints if programs of the given versions are in PATH and in the engines folder. */
async function messagesFor(
  onThePath: string,
  fetchedEarlier: string | null,
  source: Source,
): Promise<string[]> {
  const path = join(folder, 'path');
  await putProgram(path, onThePath);
  if (fetchedEarlier) await putProgram(join(folder, 'nats-server/bin'), fetchedEarlier);
  vi.stubEnv('PATH', `${path}:${environment.PATH}`);
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  await obtain(engine(source), folder).finally(() => vi.unstubAllEnvs());
  const said = write.mock.calls.map(([line]) => String(line).replaceAll(folder, '').trim());
  write.mockRestore();
  return said;
}

test('a recent enough program on the PATH is used silently', async () => {
  expect(await messagesFor('90.2.0', '91.0.0', refuses)).toEqual([]);
});

test('a program that is too old is named with its version and its replacement', async () => {
  expect(await messagesFor('90.1.9', '91.0.0', refuses)).toEqual([
    'nats-server: /path/nats-server is version 90.1.9, and 90.2 or later is needed; /nats-server/bin/nats-server, version 91.0.0, is taken instead',
  ]);
});

test('if all installed programs are too old, one sentence names them and another is fetched', async () => {
  const [sentence] = await messagesFor('2.9.10', '90.0.1', delivers('91.0.0'));
  expect(sentence).toBe(
    'nats-server: /path/nats-server is version 2.9.10, and 90.2 or later is needed, and /nats-server/bin/nats-server is version 90.0.1, and 90.2 or later is needed; another one is fetched instead',
  );
  expect(await run(join(folder, 'nats-server/bin/nats-server'), [])).toContain('91.0.0');
});

test('a program that does not run is skipped', async () => {
  const path = join(folder, 'broken');
  await mkdir(path);
  await writeFile(join(path, 'nats-server'), '#!/bin/sh\necho no library >&2\nexit 127\n', { mode: 0o755 });
  vi.stubEnv('PATH', `${path}:${environment.PATH}`);
  const taken = await obtain(engine(delivers('90.2.0')), folder).finally(() => vi.unstubAllEnvs());
  expect(taken).toBe(join(folder, 'nats-server/bin/nats-server'));
});
test.each([
  ['nats-server: v2.10.0', '2.10.0'],
  ['db version v6.0.5\nBuild Info: {\n    "version": "6.0.5"', '6.0.5'],
  ['Redis server v=7.0.15 sha=00000000:0 malloc=jemalloc-5.3.0 bits=64', '7.0.15'],
  ['2.10', '2.10'],
])('the version in %j', (text, version) => {
  expect(versionIn(text)).toBe(version);
});

test('versions are compared as numbers: 2.9 is older than 2.10, and 10.0 is newer', () => {
  expect(tooOld('2.9.30', [2, 10])).toBe('is version 2.9.30, and 2.10 or later is needed');
  expect(tooOld('1.99', [2, 10])).not.toBe(null);
  expect(['2.10', '2.10.0', '2.11.1', '3.0.0', '10.0'].map((version) => tooOld(version, [2, 10]))).toEqual(
    Array.from({ length: 5 }, () => null),
  );
});

test('a text without a version is refused', () => {
  expect(() => versionIn('not found')).toThrow('it prints none');
});

// The downloads are large, so only the long form tries them.
const sources = [mongod, redis, nats].flatMap((each) =>
  each.sources.map((source) => ({ ...each, source, title: source.title })),
);
test.each(sources.slice(0, lengthOf(0, sources.length)))(
  '$program from $title is new enough',
  async ({ program, source, minimum }) => {
    await source.fetch(folder);
    expect(tooOld(versionIn(await run(join(folder, 'bin', program), ['--version'])), minimum)).toBe(null);
  },
);

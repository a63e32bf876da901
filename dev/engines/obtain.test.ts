import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { run } from '../commands.ts';
import { type Engine, obtain, type Source } from './obtain.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cartwright-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** A source that delivers a program which prints `version`, and counts how often it was asked. */
function delivers(version: string): Source & { asked: number } {
  return {
    title: `the source of ${version}`,
    asked: 0,
    async fetch(into) {
      this.asked += 1;
      await mkdir(join(into, 'bin'));
      await writeFile(join(into, 'bin/nats-server'), `#!/bin/sh\necho "server v${version}"\n`, {
        mode: 0o755,
      });
    },
  };
}

const refuses: Source = {
  title: 'a broken source',
  fetch: () => Promise.reject(new Error('nothing there')),
};

/** Newer than any there is, so that what is on the PATH never serves. */
const engine = (...sources: Source[]): Engine => ({
  program: 'nats-server',
  minimum: [90, 2],
  variable: 'NATS_URL',
  sources,
});

test('the next source is asked when one fails or delivers too old a program', async () => {
  const path = await obtain(engine(refuses, delivers('90.1.9'), delivers('90.2.0')), folder);
  expect(await run(path, [])).toBe('server v90.2.0\n');
  expect(await readdir(folder)).toEqual(['nats-server']);
});

test('what was fetched is kept, and callers at the same time fetch it once', async () => {
  const source = delivers('91.0.0');
  const paths = await Promise.all([obtain(engine(source), folder), obtain(engine(source), folder)]);
  expect(await obtain(engine(source), folder)).toBe(paths[0]);
  expect(source.asked).toBe(1);
});

test('one that is not to be had names each try with its reason, and the ways out', async () => {
  await expect(obtain(engine(refuses, delivers('1.0')), folder)).rejects.toThrow(
    /nats-server is not to be had: tried (.*; )?a broken source: nothing there; the source of 1\.0: version 1\.0 is older than 90\.2\. Install nats-server, name a running one in NATS_URL, or use docker compose up\./,
  );
  expect(await readdir(folder)).toEqual([]);
});

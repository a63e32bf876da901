import { chmod, copyFile, mkdir, readdir, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { onPath, run } from '../base/commands.ts';
import { withLock } from '../base/lock.mjs';
import { say } from '../base/terminal.ts';
import type { Source } from './obtain.ts';

/** The libraries of packages of these names stay those of the system: a program cannot run with two C libraries. */
const ofTheSystem = /^lib(c6|gcc)/;

/**
 * Returns a source that unpacks a program from a Debian package without installing the package. `inside` is
 * the path of the program in the package, and `program` is the name of the program. apt-get checks the
 * signature of the package.
 */
export function debianPackage(name: string, inside: string, program: string): Source {
  return {
    title: `the Debian package ${name} (apt-get download)`,
    async fetch(folder) {
      await unpack([name], folder);
      await mkdir(join(folder, 'bin'), { recursive: true });
      await copyFile(join(folder, 'root', inside), join(folder, 'bin', program));
      await useLibraries(folder, program);
    },
  };
}

/** Makes `<folder>/bin/<program>` find the libraries of Debian packages, unless the system has them. */
export async function addLibraries(
  folder: string,
  program: string,
  packages: readonly string[],
): Promise<void> {
  await unpack(packages, folder);
  await useLibraries(folder, program);
}

/**
 * Downloads packages into `<folder>/packages`, with those of their libraries that the system lacks, and unpacks them into
 * `<folder>/root`.
 */
export async function unpack(names: readonly string[], folder: string): Promise<void> {
  for (const tool of ['apt-get', 'dpkg-deb']) if (!onPath(tool)) throw new Error(`${tool} is not installed`);
  const packages = join(folder, 'packages');
  await mkdir(packages, { recursive: true });
  // apt-get finds the dependencies, of which only the libraries are taken. Its lines are such as `'http://…'
  // redis-tools_5%3a7.0.15-1~deb12u10_amd64.deb 987940 SHA256:…`. It names a package that is installed, too.
  const lines = await aptGet(['install', '--reinstall', '--print-uris', ...names], dirname(folder));
  const found = [...lines.matchAll(/ ([a-z0-9][a-z0-9.+-]+)_\S+\.deb /g)].map(([, name = '']) => name);
  const isLibrary = (name: string) =>
    name.startsWith('lib') && !name.endsWith('-dev') && !ofTheSystem.test(name);
  const wanted = found.filter((name) => names.includes(name) || isLibrary(name));
  await aptGet(['download', ...wanted], dirname(folder), packages);
  for (const archive of await readdir(packages))
    await run('dpkg-deb', ['-x', join(packages, archive), join(folder, 'root')]);
}

/** Replaces a program by a shell script that starts it with the libraries below `<folder>/root`. */
async function useLibraries(folder: string, program: string): Promise<void> {
  const below = join(folder, 'root');
  const files = await readdir(below, { recursive: true });
  const folders = new Set(files.filter((file) => /\.so(\.|$)/.test(file)).map((file) => dirname(file)));
  if (folders.size === 0) return;
  const path = join(folder, 'bin', program);
  await rename(path, join(below, program));
  const libraries = [...folders].map((each) => `$here/${join('root', each)}`).join(':');
  const starter = `#!/bin/sh\nhere=\${0%/*}/..\nLD_LIBRARY_PATH="${libraries}" exec "$here/root/${program}" "$@"\n`;
  await writeFile(path, starter);
  await chmod(path, 0o755);
}

/**
 * Runs apt-get and returns its output. If the system's package lists are empty or out of date, runs apt-get again with
 * the lists that `ownLists` downloads.
 */
async function aptGet(words: readonly string[], engines: string, cwd?: string): Promise<string> {
  const plain = ['-qq', '-o', 'APT::Sandbox::User=root', '-o', 'Debug::NoLocking=1', ...words];
  const options = { timeoutMs: 120_000, ...(cwd ? { cwd } : {}) };
  try {
    return await run('apt-get', plain, options);
  } catch {
    return run('apt-get', [...(await ownLists(engines)), ...plain], options);
  }
}

let lists: Promise<string[]> | null = null;

/**
 * Returns options with which apt-get uses the package lists in the folder `engines` instead of the system's package
 * lists. Each run of this program downloads the lists once.
 */
function ownLists(engines: string): Promise<string[]> {
  lists ??= withLock(
    join(engines, 'apt.lock'),
    () => undefined,
    async () => {
      const folder = join(engines, 'apt');
      await mkdir(join(folder, 'lists/partial'), { recursive: true });
      await mkdir(join(folder, 'cache/archives/partial'), { recursive: true });
      const options = [
        '-o',
        `Dir::State::Lists=${join(folder, 'lists')}`,
        '-o',
        `Dir::Cache=${join(folder, 'cache')}`,
      ];
      const smallLists = [
        '-o',
        'Acquire::Languages=none',
        '-o',
        'Acquire::IndexTargets::deb::DEP-11::DefaultEnabled=false',
      ];
      say('apt-get: fetching package lists of our own, the system has none that serve');
      // Errors are ignored, because one unreachable archive of a third party makes the whole update fail. If
      // the needed archive is unreachable, the later download fails.
      const update = [...options, ...smallLists, '-o', 'APT::Sandbox::User=root', '-qq', 'update'];
      await run('apt-get', update, { timeoutMs: 120_000 }).catch(() => undefined);
      return options;
    },
  );
  return lists;
}

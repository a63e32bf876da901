// `npm run release -- FOLDER`: runs all checks of a release except its tests, and writes the files of the
// release into FOLDER (docs/releasing.md).
import { mkdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import manifest from '../../package.json' with { type: 'json' };
import { environment, root } from '../settings.ts';
import { explain, Problem, say } from '../terminal.ts';
import { npm, type Verdict, verdictOf } from './npm.ts';
import { looselyLocked, unpinnedImages } from './pins.ts';
import { writeBill } from './sbom.ts';

/** A check with the title that is printed for it. */
interface Check {
  readonly title: string;
  readonly run: () => Promise<Verdict>;
}

const read = (name: string) => readFile(join(root, name), 'utf8');
const npmOptions = ['--fetch-retries=1', '--fetch-retry-mintimeout=1000'];

async function images(): Promise<Verdict> {
  const texts = await Promise.all(['Dockerfile', 'docker-compose.yml'].map(read));
  const found = texts.flatMap(unpinnedImages);
  const inspect = (image: string) =>
    `docker buildx imagetools inspect ${image} --format '{{.Manifest.Digest}}'`;
  const words = [
    'no digest; write IMAGE@DIGEST, these commands print the digest:',
    ...found.map(inspect),
  ].join('\n');
  return found.length > 0 ? { result: 'not checked', words } : { result: 'ok', words: '' };
}

async function lockFile(): Promise<Verdict> {
  const loose = looselyLocked(JSON.parse(await read('package-lock.json')));
  return loose.length > 0 ? { result: 'failed', words: loose.join('\n') } : { result: 'ok', words: '' };
}

function checksInto(folder: string): readonly Check[] {
  const path = join(folder, `cartwright-${manifest.version}.cdx.json`);
  return [
    { title: 'hashes of the lock file', run: lockFile },
    { title: 'digests of the images', run: images },
    {
      title: 'signatures of the packages',
      run: async () => verdictOf(await npm(['audit', 'signatures', ...npmOptions])),
    },
    {
      title: 'known holes in the packages',
      run: async () => verdictOf(await npm(['audit', '--omit=dev', ...npmOptions])),
    },
    {
      title: 'bill of materials',
      async run() {
        const { components } = await writeBill(path, manifest.name);
        return { result: 'ok', words: `${components.length} packages in ${path}` };
      },
    },
  ];
}

async function main(): Promise<void> {
  const [folder, ...rest] = process.argv.slice(2);
  if (!folder || rest.length > 0)
    throw new Problem('npm run release -- FOLDER writes the bill of materials there.');
  const target = resolve(environment.INIT_CWD ?? process.cwd(), folder);
  await mkdir(target, { recursive: true });
  for (const { title, run } of checksInto(target)) {
    const { result, words } = await run();
    process.stdout.write(
      `${result.toUpperCase().padEnd(11)}  ${title}\n${words.replace(/^(?=.)/gm, '    ')}\n`,
    );
    if (result !== 'ok') process.exitCode = 1;
  }
}

try {
  await main();
} catch (error) {
  say(explain(error));
  process.exit(1);
}

// `npm run release -- FOLDER`: runs all checks of a release except its tests, and writes the files of the
// release into FOLDER (docs/releasing.md).
import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import manifest from '../package.json' with { type: 'json' };
import { environment, root } from './base/settings.ts';
import { explain, Problem, say } from './base/terminal.ts';

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

/** Exit code and output of an npm command. */
interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs npm in the repository. If npm started the current process, uses the same npm. */
function npm(args: readonly string[]): Promise<Ran> {
  const script = environment.npm_execpath;
  const [program, first] = script?.endsWith('npm-cli.js') ? [process.execPath, [script]] : ['npm', []];
  const options = { cwd: root, env: environment, maxBuffer: 64 * 1024 * 1024, timeout: 300_000 };
  return new Promise((resolve) => {
    execFile(program, [...first, ...args, '--loglevel=error'], options, (error, out, err) => {
      const code = error ? (typeof error.code === 'number' ? error.code : 1) : 0;
      resolve({ code, out, err: err || (error?.message ?? '') });
    });
  });
}

/** The result of a check that uses the npm registry. */
interface Verdict {
  readonly result: 'ok' | 'failed' | 'not checked';
  readonly words: string;
}

/**
 * Matches npm's messages about an unreachable registry or unreachable signature keys. After such a message,
 * npm has checked nothing.
 */
const unreachable =
  /\b(?:ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|E405|E404)\b|405 Method Not Allowed|audit endpoint returned an error/;

/** Returns the result of a check from what npm printed. */
export function verdictOf({ code, out, err }: Ran): Verdict {
  const last = (text: string) => text.trim().split('\n').at(-1) ?? '';
  if (code === 0) return { result: 'ok', words: last(out) };
  const words = `${out}\n${err}`;
  const lines = words.split('\n').filter((line) => unreachable.test(line));
  const longest = lines.toSorted((one, other) => other.length - one.length)[0];
  return longest === undefined
    ? { result: 'failed', words: words.trim() }
    : { result: 'not checked', words: longest.replace(/^npm (?:error|warn) /, '').trim() };
}

/** An entry of package-lock.json. */
interface LockedPackage {
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly link?: boolean;
}

const registry = 'https://registry.npmjs.org/';

/** Returns the paths of packages in a lock file that have no SHA-512 or do not come from the npm registry. */
export function looselyLocked(lock: {
  readonly packages: Readonly<Record<string, LockedPackage>>;
}): string[] {
  return Object.entries(lock.packages)
    .filter(([path]) => path !== '')
    .filter(
      ([, { resolved = registry, integrity = '', link }]) =>
        link || !resolved.startsWith(registry) || !/^sha512-[\w+/]{86}==$/.test(integrity),
    )
    .map(([path]) => path);
}

/**
 * Returns the images without a digest in a Dockerfile or docker-compose.yml, except `cartwright`, which is
 * built here.
 */
export function unpinnedImages(text: string): string[] {
  const named = [...text.matchAll(/^(?:FROM|\s+image:)\s+(\S+)/gm)].map(([, image = '']) => image);
  return [...new Set(named)].filter(
    (image) => image !== 'cartwright' && !/@sha256:[0-9a-f]{64}$/.test(image),
  );
}

/** The members of a CycloneDX bill of materials that are used here. */
interface Bill {
  readonly bomFormat: string;
  readonly specVersion: string;
  readonly metadata: { readonly component: { readonly name: string; readonly version: string } };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

interface Component {
  readonly 'bom-ref': string;
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[];
  readonly properties?: readonly { readonly name: string; readonly value: string }[];
}

function isOfDevelopment({ properties = [] }: Component): boolean {
  return properties.some(({ name, value }) => name === 'cdx:npm:package:development' && value === 'true');
}

/**
 * Returns a bill of materials without development packages. `npm sbom --omit=dev` would also omit production packages
 * on which a development package depends.
 */
function ofProduction(bill: Bill): Bill {
  const components = bill.components.filter((component) => !isOfDevelopment(component));
  const dropped = new Set(bill.components.filter(isOfDevelopment).map((component) => component['bom-ref']));
  const dependencies = bill.dependencies
    .filter(({ ref }) => !dropped.has(ref))
    .map((one) => ({ ...one, dependsOn: one.dependsOn.filter((ref) => !dropped.has(ref)) }));
  return { ...bill, components, dependencies };
}

/**
 * Writes the bill of materials as CycloneDX 1.5 JSON: every production package with version, licence and
 * SHA-512. `name` replaces the application's name, for which npm uses the name of the folder.
 *
 * @throws Error with npm's message when npm fails
 */
export async function writeBill(path: string, name: string): Promise<Bill> {
  const { code, out, err } = await npm(['sbom', '--sbom-format=cyclonedx', '--package-lock-only']);
  if (code !== 0) throw new Error(`npm sbom failed: ${err.trim()}`);
  const production = ofProduction(JSON.parse(out) as Bill);
  const component = { ...production.metadata.component, type: 'application', name };
  const bill = { ...production, metadata: { ...production.metadata, component } };
  await writeFile(path, `${JSON.stringify(bill, null, 2)}\n`);
  return bill;
}

if (process.argv[1] === import.meta.filename) {
  try {
    await main();
  } catch (error) {
    say(explain(error));
    process.exit(1);
  }
}

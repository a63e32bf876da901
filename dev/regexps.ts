// Part of `npm run check`: finds regular expressions of the product that can take more than linear time. Safe
// expressions are cached, since checking some of them takes seconds.
import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import type { checkSync } from 'recheck';
import { regexpsIn } from './regexps-in.ts';
import { root } from './settings.ts';

/** Code that handles input of other people: everything but tests and tools. */
const product = '{contracts,platform,services,gateway,cli,examples}/**/*.{ts,mjs}';
const tests = /\.(test|fixture)\.ts$|\/testing\//;
/** Milliseconds for one expression. An expression not proved safe in this time counts as unsafe. */
const maxMs = 60_000;
const packages = createRequire(import.meta.url);
const version = (packages('recheck/package.json') as { readonly version: string }).version;
const cacheFile = join(root, `node_modules/.cache/cartwright/regexps-${version}.json`);

/** Returns digests of expressions that were found safe before. */
function cachedSafe(): Set<string> {
  try {
    return new Set(JSON.parse(readFileSync(cacheFile, 'utf8')) as string[]);
  } catch {
    return new Set();
  }
}

/** The build of recheck that uses no other program, so that every machine has the same result. */
const check = (packages('recheck/lib/browser.js') as { readonly checkSync: typeof checkSync }).checkSync;

/** Returns the fault of an expression; empty if it is safe. */
function faultOf(source: string, flags: string): string {
  const result = check(source, flags, { timeout: maxMs, randomSeed: 1 });
  if (result.status === 'safe') return '';
  return result.status === 'vulnerable' ? result.complexity.summary : `not known (${result.error.kind})`;
}

/**
 * Returns the faults in files as `file:line: what`. Adds safe expressions to `safe`. File names are relative
 * to `folder`.
 */
function faultsIn(folder: string, files: readonly string[], safe: Set<string>): string[] {
  return files.flatMap((name) => {
    const found = regexpsIn(name, readFileSync(join(folder, name), 'utf8'));
    return found.flatMap(({ line, source, flags }) => {
      if (source === null) return [`${name}:${line}: made at run time, so its cost cannot be checked`];
      const key = createHash('sha256')
        .update(JSON.stringify([source, flags]))
        .digest('base64url');
      const fault = safe.has(key) ? '' : faultOf(source, flags);
      if (fault === '') safe.add(key);
      return fault === '' ? [] : [`${name}:${line}: /${source}/${flags}: ${fault}`];
    });
  });
}

/** Checks the product, or the given folder. */
function main([given]: readonly string[]): void {
  const folder = given ? resolve(given) : root;
  const files = globSync(given ? '**/*.ts' : product, { cwd: folder }).filter((name) => !tests.test(name));
  const safe = cachedSafe();
  const faults = faultsIn(folder, files.sort(), safe);
  mkdirSync(dirname(cacheFile), { recursive: true });
  writeFileSync(cacheFile, JSON.stringify([...safe]));
  for (const fault of faults) process.stdout.write(`${fault}\n`);
  process.stdout.write(`${files.length} files, ${faults.length} regular expressions to put right\n`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}

main(process.argv.slice(2));

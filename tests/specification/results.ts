import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** Where the last whole run of the suite that `npm run generate` took over is kept. Committed. */
export const resultsPath = 'tests/specification/results.json';

/** Where a whole run of the suite leaves its results until `npm run generate` takes them over. Not committed. */
export const lastRunPath = 'node_modules/.cache/cartwright/specification.json';

/** What a whole run of the suite found. */
export const Results = z.object({
  /** `specificationDigest` of the tests that ran. */
  digest: z.string(),
  /** Test file -> title -> result. */
  tests: z.record(z.string(), z.record(z.string(), z.enum(['passed', 'failed']))),
});
export type Results = z.infer<typeof Results>;

/** The text of a file that holds results: the same results give the same bytes. */
export function resultsText(results: Results): string {
  return `${JSON.stringify(results, null, 2)}\n`;
}

/** Names of the test files of the specification, sorted. `root` is the folder of the repository. */
export async function specificationTests(root: string): Promise<string[]> {
  const names = await readdir(join(root, 'tests/specification'));
  return names.filter((name) => name.endsWith('.test.ts')).sort();
}

/** SHA-256 of what decides whether the tests pass, apart from the system itself: tests, schemas, and their client. */
export async function specificationDigest(root: string): Promise<string> {
  const folder = join(root, 'tests/specification');
  const names = await readdir(folder, { recursive: true });
  const hash = createHash('sha256');
  for (const name of names.map((one) => one.replaceAll('\\', '/')).sort()) {
    if (!/\.test\.ts$|^(shop|guarded-shop)\.ts$|^schemas\/.*\.ts$/.test(name)) continue;
    hash
      .update(`${name}\0`)
      .update(await readFile(join(folder, name)))
      .update('\0');
  }
  return hash.digest('hex');
}

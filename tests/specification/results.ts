import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Where the last whole run of the suite is kept: test file -> title -> `passed` or `failed`. */
export const resultsPath = 'tests/specification/results.json';

/** Names of the test files of the specification, sorted. `root` is the folder of the repository. */
export async function specificationTests(root: string): Promise<string[]> {
  const names = await readdir(join(root, 'tests/specification'));
  return names.filter((name) => name.endsWith('.test.ts')).sort();
}

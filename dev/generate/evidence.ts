import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  lastRunPath,
  Results,
  resultsPath,
  resultsText,
  specificationDigest,
  specificationTests,
} from '../../tests/specification/results.ts';

/** A test of the specification as its source and the last whole run of the suite show it. */
export interface Evidence {
  /** File name within `tests/specification`. */
  readonly file: string;
  /** The row that the title names; null when it names none. */
  readonly row: string | null;
  readonly title: string;
  /** `passed` or `failed`; null when the results that are kept do not have this test. */
  readonly result: string | null;
}

/** The start of each test and its title, when that is a plain text beside it. */
const testCall = /^[ \t]*(?:test|it)\b[^('"`\n]*(?:\(\s*(?:'([^'\n]*)'|"([^"\n]*)"|`([^`$]*)`))?/gm;
const rowInTitle = /^\[([^\]]+)\] /;

/** The tests that a file's text declares. A title that cannot be read is empty. */
export function testsIn(text: string): { row: string | null; title: string }[] {
  return [...text.matchAll(testCall)].map(([, single, double, template]) => {
    const title = single ?? double ?? template ?? '';
    return { row: rowInTitle.exec(title)?.[1] ?? null, title };
  });
}

async function resultsIn(path: string): Promise<Results> {
  const text = await readFile(path, 'utf8').catch(() => null);
  return text === null ? { digest: '', tests: {} } : Results.parse(JSON.parse(text));
}

/**
 * Takes the results of the last whole run over into the file that is committed, if it ran the tests that are there
 * now. `root` is the folder of the repository.
 *
 * @returns the path of the file when that changed it, else null
 */
export async function takeOverResults(root: string): Promise<string | null> {
  const last = await resultsIn(join(root, lastRunPath));
  if (last.digest !== (await specificationDigest(root))) return null;
  const kept = await readFile(join(root, resultsPath), 'utf8').catch(() => null);
  if (kept === resultsText(last)) return null;
  await writeFile(join(root, resultsPath), resultsText(last));
  return resultsPath;
}

const renew = 'npm test, and then npm run generate, renew it';

/** What is wrong when the results that are kept are of other tests than are there now; null when they are not. */
export async function resultsDoubt(root: string): Promise<string | null> {
  const { digest } = await resultsIn(join(root, resultsPath));
  if (digest === (await specificationDigest(root))) return null;
  return `${resultsPath} has the results of other tests than there are now; ${renew}`;
}

/** Every test of the specification with the result that is kept, by file and then as they stand in it. */
export async function readEvidence(root: string): Promise<Evidence[]> {
  const { tests: results } = await resultsIn(join(root, resultsPath));
  const evidence: Evidence[] = [];
  for (const file of await specificationTests(root)) {
    const text = await readFile(join(root, 'tests/specification', file), 'utf8');
    for (const { row, title } of testsIn(text)) {
      evidence.push({ file, row, title, result: results[file]?.[title] ?? null });
    }
  }
  return evidence;
}

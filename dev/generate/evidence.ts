import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { resultsPath, specificationTests } from '../../tests/specification/results.ts';
import { root } from '../settings.ts';

/** A test of the specification as its source and the last whole run of the suite show it. */
export interface Evidence {
  /** File name within `tests/specification`. */
  readonly file: string;
  /** The row that the title names; null when it names none. */
  readonly row: string | null;
  readonly title: string;
  /** `passed` or `failed`; null when the last whole run did not have this test. */
  readonly result: string | null;
}

const Results = z.record(z.string(), z.record(z.string(), z.enum(['passed', 'failed'])));

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

async function lastResults(): Promise<z.infer<typeof Results>> {
  const text = await readFile(join(root, resultsPath), 'utf8').catch(() => '{}');
  return Results.parse(JSON.parse(text));
}

/** Every test of the specification with its last result, by file and then as they stand in it. */
export async function readEvidence(): Promise<Evidence[]> {
  const results = await lastResults();
  const evidence: Evidence[] = [];
  for (const file of await specificationTests(root)) {
    const text = await readFile(join(root, 'tests/specification', file), 'utf8');
    for (const { row, title } of testsIn(text)) {
      evidence.push({ file, row, title, result: results[file]?.[title] ?? null });
    }
  }
  return evidence;
}

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A test of the specification, as its source declares it. */
export interface RowTest {
  /** File name within `tests/specification`. */
  readonly file: string;
  /** The row in the title; null if there is none. */
  readonly row: string | null;
  readonly title: string;
}

/** Matches the start of each test and its title if that is a plain literal. */
const testCall = /^[ \t]*(?:test|it)\b[^('"`\n]*(?:\(\s*(?:'([^'\n]*)'|"([^"\n]*)"|`([^`$]*)`))?/gm;
const rowInTitle = /^\[([^\]]+)\] /;

/** Returns the tests in a file's text. An unreadable title is empty. */
export function testsIn(text: string): Omit<RowTest, 'file'>[] {
  return [...text.matchAll(testCall)].map(([, single, double, template]) => {
    const title = single ?? double ?? template ?? '';
    return { row: rowInTitle.exec(title)?.[1] ?? null, title };
  });
}

/** Returns every test in a folder, sorted by file name, in file order. */
export async function readRowTests(folder: string): Promise<RowTest[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.test.ts')).sort();
  const tests = files.map(async (file) =>
    testsIn(await readFile(join(folder, file), 'utf8')).map((one) => ({ file, ...one })),
  );
  return (await Promise.all(tests)).flat();
}

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A test of the specification, as found in the text of its file. */
export interface RowTest {
  /** File name within `tests/specification`. */
  readonly file: string;
  /** The id of a row of the specification, from a title such as `[id] …`. Null: the title names no row. */
  readonly row: string | null;
  readonly title: string;
}

/** Matches the start of each test, and its title if the title is a plain literal. */
const testCall = /^[ \t]*(?:test|it)\b[^('"`\n]*(?:\(\s*(?:'([^'\n]*)'|"([^"\n]*)"|`([^`$]*)`))?/gm;
const rowInTitle = /^\[([^\]]+)\] /;

/** Returns the tests in the text of a file. A title that is no plain literal becomes empty. */
export function testsIn(text: string): Omit<RowTest, 'file'>[] {
  return [...text.matchAll(testCall)].map(([, single, double, template]) => {
    const title = single ?? double ?? template ?? '';
    return { row: rowInTitle.exec(title)?.[1] ?? null, title };
  });
}

/** Returns all tests in a folder: files in the order of their names, tests in the order of the file. */
export async function readRowTests(folder: string): Promise<RowTest[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.test.ts')).sort();
  const tests = files.map(async (file) =>
    testsIn(await readFile(join(folder, file), 'utf8')).map((one) => ({ file, ...one })),
  );
  return (await Promise.all(tests)).flat();
}

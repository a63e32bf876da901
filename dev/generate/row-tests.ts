import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A test of the specification, as its source declares it. */
export interface RowTest {
  /** File name within `tests/specification`. */
  readonly file: string;
  /** The row that the title names; null when it names none. */
  readonly row: string | null;
  readonly title: string;
}

/** The start of each test and its title, when that is a plain text beside it. */
const testCall = /^[ \t]*(?:test|it)\b[^('"`\n]*(?:\(\s*(?:'([^'\n]*)'|"([^"\n]*)"|`([^`$]*)`))?/gm;
const rowInTitle = /^\[([^\]]+)\] /;

/** The tests that a file's text declares. A title that cannot be read is empty. */
export function testsIn(text: string): Omit<RowTest, 'file'>[] {
  return [...text.matchAll(testCall)].map(([, single, double, template]) => {
    const title = single ?? double ?? template ?? '';
    return { row: rowInTitle.exec(title)?.[1] ?? null, title };
  });
}

/** Every test in a folder, by file name and then in the order of the file. */
export async function readRowTests(folder: string): Promise<RowTest[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.test.ts')).sort();
  const tests = files.map(async (file) =>
    testsIn(await readFile(join(folder, file), 'utf8')).map((one) => ({ file, ...one })),
  );
  return (await Promise.all(tests)).flat();
}

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SpecificationRow } from '../../tests/specification/rows/row.ts';
import { rows, sectionOf, sections } from '../../tests/specification/rows.ts';

/** Returns sentences about rows of the specification without a test, tests without a row, and duplicate rows. */
export function gaps(tests: readonly RowTest[], all: readonly SpecificationRow[] = rows): string[] {
  const ids = new Set(all.map(({ id }) => id));
  const duplicates = all.filter((row, place) => all.findIndex(({ id }) => id === row.id) !== place);
  return [
    ...duplicates.map(({ id }) => `the row "${id}" is there twice`),
    ...tests.flatMap((test) => testGaps(test, ids)),
    ...all
      .filter(({ id }) => !tests.some(({ row }) => row === id))
      .map(({ id }) => `the row "${id}" has no test`),
  ];
}

function testGaps({ file, row, title }: RowTest, ids: ReadonlySet<string>): string[] {
  if (row === null) return [`${file}: the test "${title}" does not begin with a row's id in brackets`];
  return ids.has(row) ? [] : [`${file}: there is no row "${row}"`];
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;');
}

function line(row: SpecificationRow, tests: readonly RowTest[]): string {
  const routes = row.routes.map((route) => `\`${route}\``).join('<br>');
  const files = new Set(tests.filter((test) => test.row === row.id).map(({ file }) => file));
  const links = [...files].map((file) => `[${file}](../tests/specification/${file})`);
  return `| ${cell(row.id)} | ${cell(row.title)} | ${routes} | ${links.join('<br>')} |`;
}

function chapter(number: string, heading: string, tests: readonly RowTest[]): string {
  const lines = rows.filter((row) => sectionOf(row) === number).map((row) => line(row, tests));
  return `## ${number} ${heading}

| row | what it says | routes | test |
|---|---|---|---|
${lines.join('\n')}
`;
}

/**
 * Returns the text of `docs/specification.md`, which lists, section by section, every row with its routes and tests.
 */
export function specificationDocument(tests: readonly RowTest[]): string {
  return `# The specification, row by row

Made by \`dev/generate.ts\` from \`tests/specification\`; do not edit. A row is one sentence about the interface at \`/\`
that can be tested. Each of the ${rows.length} rows has a test. The title of the test begins with the name of the row in
brackets. The tests run against a whole system with an imported shop and check every answer against strict schemas.
\`npm run check\` fails on a row without a test and on a test without a row.

${[...sections].map(([number, heading]) => chapter(number, heading, tests)).join('\n')}`;
}

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

import type { Row } from '../../tests/specification/rows/row.ts';
import { builtStep, rows, sectionOf, sections } from '../../tests/specification/rows.ts';
import type { Evidence } from './evidence.ts';

/** What the rows and their tests lack, a sentence each; empty when every built row is proven. */
export function gaps(evidence: readonly Evidence[], all: readonly Row[] = rows, built = builtStep): string[] {
  const ids = new Set(all.map(({ id }) => id));
  const doubled = all.filter((row, place) => all.findIndex(({ id }) => id === row.id) !== place);
  const due = all.filter(({ step }) => step <= built);
  const notRun = evidence.filter(({ result }) => result === null).length;
  return [
    ...doubled.map(({ id }) => `the row "${id}" is there twice`),
    ...evidence.flatMap((test) => testGaps(test, ids)),
    ...due
      .filter(({ id }) => !evidence.some(({ row }) => row === id))
      .map(({ id }) => `the row "${id}" is marked built and has no test`),
    ...(notRun === 0
      ? []
      : [`${notRun} tests have no result that is kept; npm test, and then npm run generate, make one`]),
  ];
}

function testGaps({ file, row, title, result }: Evidence, ids: ReadonlySet<string>): string[] {
  const gaps = [];
  if (row === null) gaps.push(`${file}: the test "${title}" does not begin with a row's id in brackets`);
  else if (!ids.has(row)) gaps.push(`${file}: there is no row "${row}"`);
  if (result === 'failed') gaps.push(`${file}: the test "${title}" failed in the last whole run`);
  return gaps;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;');
}

function line(row: Row, evidence: readonly Evidence[]): string {
  const tests = evidence.filter((test) => test.row === row.id);
  const routes = row.routes.map((route) => `\`${route}\``).join('<br>');
  const links = [...new Set(tests.map(({ file }) => `[${file}](../tests/specification/${file})`))];
  const states = [...new Set(tests.map(({ result }) => result ?? 'not run'))];
  const state = tests.length === 0 ? `not built, step ${row.step}` : states.join(', ');
  return `| ${cell(row.id)} | ${cell(row.title)} | ${routes} | ${links.join('<br>')} | ${state} |`;
}

function chapter(number: string, heading: string, evidence: readonly Evidence[]): string {
  const lines = rows.filter((row) => sectionOf(row) === number).map((row) => line(row, evidence));
  return `## ${number} ${heading}

| row | what it says | routes | test | last result |
|---|---|---|---|---|
${lines.join('\n')}
`;
}

/** `docs/specification.md`: row -> route -> test -> last result, in the order of the specification. */
export function specificationDocument(evidence: readonly Evidence[]): string {
  const proven = rows.filter(({ id }) =>
    evidence.some(({ row, result }) => row === id && result === 'passed'),
  ).length;
  return `# The specification, row by row

Made by \`dev/generate.ts\` from \`tests/specification\`; do not edit. A row is one testable sentence of the
specification, named by its section. Each row that is built has a test whose title begins with the row's name; it
runs against \`/\` of a whole system with an imported shop and holds every answer against strict schemas. The last
result is that of the last run of the whole suite.

${proven} of ${rows.length} rows are built and passed. The plan has six steps; step ${builtStep} is the last one built.

${[...sections].map(([number, heading]) => chapter(number, heading, evidence)).join('\n')}`;
}

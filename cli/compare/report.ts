import { table } from '../output/table.ts';
import type { CompareReport } from './compare.ts';

const widest = 40;

/** Returns a value as the text of a table cell. Texts are quoted, so that an empty text is visible. */
function cell(value: unknown): string {
  if (value === undefined) return '(none)';
  const text = JSON.stringify(value);
  return text.length > widest ? `${text.slice(0, widest - 1)}…` : text;
}

function remarks({ couponsCompared, emptied, left }: CompareReport): string[] {
  return [
    ...(couponsCompared === false
      ? ['Coupons were not compared: the old shop has no route that applies them.']
      : []),
    ...(couponsCompared === null ? ['No coupon was tried: name some in --coupons, or a key pair.'] : []),
    ...(emptied > 0 ? [`${emptied} carts of the old shop were emptied; they expire by themselves.`] : []),
    ...(left > 0 ? [`${left} carts of the old shop could not be removed; they expire by themselves.`] : []),
  ];
}

/** Returns why differences are expected, and how often each reason applies. */
function expectedText(expected: CompareReport['expected'], columns: number): string {
  const times = new Map<string, number>();
  for (const { reason, count } of expected) times.set(reason, (times.get(reason) ?? 0) + count);
  return times.size > 0 ? table(['expected, as in docs/differences.md', 'times'], [...times], columns) : '';
}

/** Returns the report as text. `columns` is the width of the terminal; 0 if the output is no terminal. */
export function compareText(report: CompareReport, columns: number): string {
  const { there, here, products, lists, carts, seed, differences, expected } = report;
  const rows = differences.map((one) => [one.path, one.member, cell(one.there), cell(one.here), one.count]);
  const found = rows.length > 0 ? table(['path', 'member', 'there', 'here', 'times'], rows, columns) : '';
  const examples = differences.map(({ path, member, example }) => `  ${path} ${member}: ${example}`);
  const first =
    rows.length > 0
      ? table(
          ['first seen in'],
          examples.map((one) => [one]),
        )
      : '';
  const counts = `${differences.length} differences, ${expected.length} expected`;
  const sum = `${products} products, ${lists} lists and ${carts} carts (seed ${seed}): ${counts}`;
  return [
    `there ${there}, here ${here}\n`,
    found,
    first,
    expectedText(expected, columns),
    `${[...remarks(report), sum].join('\n')}\n`,
  ]
    .filter((text) => text !== '')
    .join('\n');
}

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

/** Returns the report as text. `columns` is the width of the terminal; 0 if the output is no terminal. */
export function compareText(report: CompareReport, columns: number): string {
  const { there, here, products, lists, carts, seed, differences } = report;
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
  const sum = `${products} products, ${lists} lists and ${carts} carts (seed ${seed}): ${differences.length} differences`;
  return [`there ${there}, here ${here}\n`, found, first, `${[...remarks(report), sum].join('\n')}\n`]
    .filter((text) => text !== '')
    .join('\n');
}

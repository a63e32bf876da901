import { table } from '#platform/terminal/table.ts';
import { asOneLine } from '#platform/util/text.ts';
import type { CheckReport, Report } from '#platform/woocommerce/import.ts';
import type { Note } from '#platform/woocommerce/notes.ts';
import { collectionsInDeletionOrder, storedIds } from '#platform/woocommerce/send.ts';
import type { Bus } from './bus.ts';

function notesText(heading: string, notes: readonly Note[]): string {
  if (notes.length === 0) return '';
  const lines = notes.map(({ what, count, why, ids }) => {
    const records = ids ? `: ${ids.join(', ')}` : '';
    return `  ${asOneLine(what)} (${count}): ${asOneLine(why)}${records}`;
  });
  return `${heading}\n${lines.join('\n')}\n`;
}

/** Returns the report of a check as text. */
export function checkText({ checked, removed, adjusted, leftOut }: CheckReport): string {
  const names = [...new Set([...Object.keys(checked), ...Object.keys(removed)])];
  const rows = names.map((name) => [name, checked[name] ?? 0, removed[name] ?? 0]);
  const head = table(['checked', 'to be taken', 'to be removed'], rows);
  const end = 'nothing was written\n';
  return `${head}${notesText('will be changed on the way', adjusted)}${notesText('will be left out, or behave otherwise', leftOut)}${end}`;
}

/** Returns the report of an import as text. */
export function reportText({ taken, adjusted, leftOut }: Report): string {
  const rows = Object.entries(taken).map(([name, { created, changed, unchanged, removed }]) => [
    name,
    created,
    changed,
    unchanged,
    removed,
  ]);
  const head = table(['taken', 'new', 'changed', 'unchanged', 'removed'], rows);
  return `${head}${notesText('changed on the way', adjusted)}${notesText('left out, or otherwise here', leftOut)}`;
}

const named = ['products', 'reviews', 'coupons', 'categories'];

/** Returns in words how much the catalogue contains: `62 products, 42 reviews, 4 coupons, 21 categories`. */
export async function contentsText(bus: Bus): Promise<string> {
  const counts = await Promise.all(
    collectionsInDeletionOrder
      .filter((collection) => named.includes(collection))
      .map(async (collection) => `${(await storedIds(bus, collection)).length} ${collection}`),
  );
  return counts.join(', ');
}

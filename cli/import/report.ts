import type { Outcome } from '#contracts/catalogue-import.ts';
import { printable } from '../output/printable.ts';
import { table } from '../output/table.ts';

/** Records that an import did not take, and why. */
export interface LeftOut {
  readonly what: string;
  readonly count: number;
  readonly why: string;
}

/** What an import did, collection by collection. */
export interface Report {
  readonly taken: Readonly<Record<string, Outcome>>;
  readonly leftOut: readonly LeftOut[];
}

/** Size of a record on the bus. */
export function recordBytes(record: unknown): number {
  return Buffer.byteLength(JSON.stringify(record));
}

/** Sum of two outcomes. */
export function added(one: Outcome, other: Outcome): Outcome {
  return {
    created: one.created + other.created,
    changed: one.changed + other.changed,
    unchanged: one.unchanged + other.unchanged,
    removed: one.removed + other.removed,
  };
}

export const nothing: Outcome = { created: 0, changed: 0, unchanged: 0, removed: 0 };

/** A report for people. */
export function reportText({ taken, leftOut }: Report): string {
  const rows = Object.entries(taken).map(([name, { created, changed, unchanged, removed }]) => [
    name,
    created,
    changed,
    unchanged,
    removed,
  ]);
  const head = table(['taken', 'new', 'changed', 'unchanged', 'removed'], rows);
  if (leftOut.length === 0) return head;
  const lines = leftOut.map(({ what, count, why }) => `  ${printable(what)} (${count}): ${why}`);
  return `${head}\nleft out\n${lines.join('\n')}\n`;
}

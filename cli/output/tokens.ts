import type { SigningKey } from '#contracts/tokens.ts';
import { table } from './table.ts';

const states = { next: 'comes next', signing: 'signs', old: 'verifies what it signed' };

/** Returns a table of signing keys for a terminal width (0 for none). */
export function signingKeyTable(keys: readonly SigningKey[], columns: number): string {
  const rows = keys.map(({ kid, state, createdAt }) => [
    kid,
    states[state],
    new Date(createdAt).toISOString().slice(0, 19).replace('T', ' '),
  ]);
  return table(['key', 'state', 'made (UTC)'], rows, columns);
}

import type { SigningKey } from '#contracts/tokens.ts';
import type { Sheet } from './table.ts';

const states = { next: 'comes next', signing: 'signs', old: 'verifies what it signed' };

/** Returns signing keys as a table. */
export function signingKeySheet(keys: readonly SigningKey[]): Sheet {
  const rows = keys.map(({ kid, state, createdAt }) => [
    kid,
    states[state],
    new Date(createdAt).toISOString().slice(0, 19).replace('T', ' '),
  ]);
  return { headings: ['key', 'state', 'made (UTC)'], rows };
}

import type { ApiKey } from '#contracts/api-keys.ts';
import { duration } from './duration.ts';
import { printable } from './printable.ts';
import { pairs, table } from './table.ts';

/** The key as far as it is known still. */
const ending = (key: ApiKey) => `…${key.ending}`;

function ago(ms: number, now: number): string {
  return `${duration(Math.max(0, Math.floor((now - ms) / 1_000)))} ago`;
}

/** Key pairs, one a line; `now` in Unix milliseconds. `columns` of the terminal, 0 for none. */
export function keyTable(keys: readonly ApiKey[], now: number, columns: number): string {
  const rows = keys.map((key) => [
    key.id,
    ending(key),
    key.permissions,
    key.account?.username ?? '',
    ago(key.createdAt, now),
    key.lastUsedAt === null ? 'never' : ago(key.lastUsedAt, now),
    key.description,
  ]);
  return table(['id', 'key', 'permissions', 'user', 'made', 'used', 'description'], rows, columns);
}

/** A new pair with both halves, which are shown this once. */
export function newKeyText(key: ApiKey, consumerKey: string, consumerSecret: string): string {
  return pairs([
    ['id', String(key.id)],
    ['consumer key', consumerKey],
    ['consumer secret', consumerSecret],
    ['permissions', key.permissions],
    ['user', key.account?.username ?? ''],
    ['description', key.description],
  ]).concat('\nNobody can show key and secret again.\n');
}

/** That a pair was ended. */
export function revokedText(key: ApiKey): string {
  return `Key pair ${key.id} (${ending(key)}, ${printable(key.description)}) revoked\n`;
}

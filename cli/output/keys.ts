import type { ApiKey } from '#contracts/api-keys.ts';
import { isManager } from '#contracts/audience.ts';
import { duration } from './duration.ts';
import { printable } from './printable.ts';
import { pairs, type Sheet } from './table.ts';

/** Returns the last characters of a consumer key, after an ellipsis. */
const ending = (key: ApiKey) => `…${key.ending}`;

function ago(ms: number, now: number): string {
  return `${duration(Math.max(0, Math.floor((now - ms) / 1_000)))} ago`;
}

/** Returns key pairs as a table. `now` is in Unix milliseconds. */
export function keySheet(keys: readonly ApiKey[], now: number): Sheet {
  const rows = keys.map((key) => [
    key.id,
    ending(key),
    key.permissions,
    key.account?.username ?? '',
    ago(key.createdAt, now),
    // The time of the last use is rounded down to the minute, so the last use can seem to be before the
    // creation.
    key.lastUsedAt === null ? 'never' : ago(Math.max(key.lastUsedAt, key.createdAt), now),
    key.description,
  ]);
  const headings = ['id', 'key', 'permissions', 'user', 'made', 'used', 'description'];
  return { headings, rows, spare: ['made', 'user', 'used'] };
}

/** Returns text with the key and the secret of a new pair. The command line shows this text only once. */
export function newKeyText(key: ApiKey, consumerKey: string, consumerSecret: string): string {
  return pairs([
    ['id', String(key.id)],
    ['consumer key', consumerKey],
    ['consumer secret', consumerSecret],
    ['permissions', key.permissions],
    ['user', key.account?.username ?? ''],
    ['description', key.description],
  ]).concat('\nNobody can show key and secret again.\n', warningText(key));
}

/** Returns a warning if the role of the key pair's account gives no rights of a manager; otherwise an empty text. */
function warningText({ account }: ApiKey): string {
  if (account === null || isManager(account.role)) return '';
  const { username, role } = account;
  return `${printable(username)} has the role ${role}, which does not look after the shop: nor does the pair, until the role is another.\n`;
}

/** Returns text that says that a key pair was revoked. */
export function revokedText(key: ApiKey): string {
  return `Key pair ${key.id} (${ending(key)}, ${printable(key.description)}) revoked\n`;
}

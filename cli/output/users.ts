import type { Account } from '#contracts/accounts.ts';
import { addressText, joined } from './address.ts';
import { printable } from './printable.ts';
import { pairs, type Sheet } from './table.ts';

/** Returns accounts as a table. */
export function accountSheet(accounts: readonly Account[]): Sheet {
  const rows = accounts.map((one) => [
    one.username,
    one.email,
    one.phone,
    one.displayName,
    one.role,
    one.hasPassword ? 'yes' : 'no',
    one.id,
  ]);
  const headings = ['user name', 'e-mail', 'phone', 'name', 'role', 'password', 'id'];
  return { headings, rows, spare: ['password', 'phone', 'id'] };
}

/** Returns text with the members of an account. */
export function accountText(account: Account): string {
  const { billing, shipping } = account.addresses;
  return pairs([
    ['id', String(account.id)],
    ['user name', account.username],
    ['e-mail', account.email],
    ['phone', account.phone],
    ['name', joined([account.firstName, account.lastName], ' ')],
    ['shown as', account.displayName],
    ['role', account.role],
    ['password', account.hasPassword ? 'yes' : 'no: log-in is not possible yet'],
    ['made', `${new Date(account.createdAt).toISOString().slice(0, 19)}Z`],
    ['billing', joined([addressText(billing), billing.email, billing.phone], ', ')],
    ['shipping', addressText(shipping)],
  ]);
}

/** An erased account, with the numbers of the person's erased records. */
interface Erased {
  readonly id: number;
  readonly username: string;
  readonly carts: number;
  readonly reviews: number;
  readonly coupons: number;
}

function counted(count: number, name: string): string {
  return `${count} ${count === 1 ? name : `${name}s`}`;
}

/** Returns text that says what was erased about a person. */
export function erasedText({ id, username, carts, reviews, coupons }: Erased): string {
  return [
    `Account ${printable(username)} (${id}) deleted, with its logins and key pairs`,
    `${counted(carts, 'cart')} deleted`,
    `${counted(reviews, 'review')} without a name now`,
    `${counted(coupons, 'coupon')} without the person among those who used it or may use it`,
  ]
    .join('\n')
    .concat('\n');
}

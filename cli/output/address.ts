import type { Customer } from '#contracts/cart.ts';

/** Those texts that are not empty, with a separator between them. */
export function joined(parts: readonly string[], separator: string): string {
  return parts.filter((part) => part.trim() !== '').join(separator);
}

/** An address in one line; empty for one that has nothing. */
export function addressText(address: Customer['shipping']): string {
  const { firstName, lastName, company, address1, address2, postcode, city, state, country } = address;
  const name = joined([firstName, lastName], ' ');
  return joined([name, company, address1, address2, joined([postcode, city], ' '), state, country], ', ');
}

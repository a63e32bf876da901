import type { Customer } from '#contracts/cart.ts';

/** Returns all texts that are not blank, joined by a separator. */
export function joined(texts: readonly string[], separator: string): string {
  return texts.filter((part) => part.trim() !== '').join(separator);
}

/** Returns an address on one line; an empty text if all members are empty. */
export function addressText(address: Customer['shipping']): string {
  const { firstName, lastName, company, address1, address2, postcode, city, state, country } = address;
  const name = joined([firstName, lastName], ' ');
  return joined([name, company, address1, address2, joined([postcode, city], ' '), state, country], ', ');
}

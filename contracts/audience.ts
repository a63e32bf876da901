import { z } from 'zod';

/**
 * A role in the shop. `administrator` and `shop_manager` manage the shop. Every other role is a customer's: `customer`,
 * or one from the store's settings (`wholesale`). Prices and products can be reserved for customer roles.
 */
export const Role = z.string().regex(/^(?!public$)[a-z][a-z0-9_-]{0,39}$/);
export type Role = z.infer<typeof Role>;

/** Roles of every shop. */
export const knownRoles = ['customer', 'shop_manager', 'administrator'] as const;

/** Returns whether a role manages the shop. */
export function isManager(role: Role): boolean {
  return role === 'administrator' || role === 'shop_manager';
}

/** The audience of prices and products: everybody (`public`), or the accounts with a role. */
export const Audience = z.union([z.literal('public'), Role]);
export type Audience = z.infer<typeof Audience>;

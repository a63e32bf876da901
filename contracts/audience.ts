import { z } from 'zod';

/**
 * The role of an account. `administrator` and `shop_manager` manage the shop. All other roles, such as
 * `customer` or `wholesale`, are for customers; prices and products can be reserved for these roles.
 */
export const Role = z.string().regex(/^(?!public$)[a-z][a-z0-9_-]{0,39}$/);
export type Role = z.infer<typeof Role>;

/** Roles that every shop has. */
export const knownRoles = ['customer', 'shop_manager', 'administrator'] as const;

/** Returns whether a role manages the shop. */
export function isManager(role: Role): boolean {
  return role === 'administrator' || role === 'shop_manager';
}

/** Who sees a price or product: everybody (`public`), or the accounts with a role. */
export const Audience = z.union([z.literal('public'), Role]);
export type Audience = z.infer<typeof Audience>;

import { z } from 'zod';

/**
 * What somebody is to the shop. `administrator` and `shop_manager` look after it; every other role is a customer's,
 * `customer` or one that the store's settings add (`wholesale`), by which prices and products can be reserved.
 */
export const Role = z.string().regex(/^(?!public$)[a-z][a-z0-9_-]{0,39}$/);
export type Role = z.infer<typeof Role>;

/** Roles that every shop has. */
export const knownRoles = ['customer', 'shop_manager', 'administrator'] as const;

/** Whether a role looks after the shop. */
export function isManager(role: Role): boolean {
  return role === 'administrator' || role === 'shop_manager';
}

/** Whom prices and products are shown to: everybody (`public`), or those who have a role. */
export const Audience = z.union([z.literal('public'), Role]);
export type Audience = z.infer<typeof Audience>;

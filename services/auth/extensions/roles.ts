import { z } from 'zod';
import { Role } from '#contracts/audience.ts';
import type { CurrentUser } from '../login/extension.ts';

/** The roles to which an extension applies. */
export const Roles = z.union([z.literal('all'), z.array(Role).min(1).max(50)]);

export function concerns(roles: z.infer<typeof Roles>, { role }: CurrentUser): boolean {
  return roles === 'all' || roles.includes(role);
}

/** The schema of a parameter's name in the login's body. */
export const ParameterName = z.string().regex(/^[a-z][a-z0-9_]{0,63}$/);
/** The schema of a header's name. The result is in lower case. */
export const HeaderName = z
  .string()
  .regex(/^[A-Za-z0-9-]{1,64}$/)
  .transform((name) => name.toLowerCase());

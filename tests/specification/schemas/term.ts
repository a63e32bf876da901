import { z } from 'zod';
import { resource } from './superset.ts';

/** docs/reference/terms.md#terms-of-an-attribute */
export const Term = z.strictObject({
  id: z.int(),
  name: z.string(),
  slug: z.string(),
  description: z.string(),
  menu_order: z.int(),
  count: z.int(),
  ...resource,
});
export type Term = z.infer<typeof Term>;

/** docs/reference/terms.md#tags */
export const Tag = Term.omit({ menu_order: true });

const Image = z.strictObject({ id: z.int(), src: z.string(), name: z.string(), alt: z.string() });

/** docs/reference/terms.md#categories */
export const Category = Term.extend({
  parent: z.int(),
  display: z.enum(['default', 'products', 'subcategories', 'both']),
  image: Image.nullable(),
});

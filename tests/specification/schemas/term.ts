import { z } from 'zod';
import { resource } from './superset.ts';

/** Specification 2.6. */
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

/** Contract 2.2 and 7.6; the specification does not show the payload. */
export const Tag = Term.omit({ menu_order: true });

const Image = z.strictObject({ id: z.int(), src: z.string(), name: z.string(), alt: z.string() });

/** Contract 2.2 and 7.5. */
export const Category = Term.extend({
  parent: z.int(),
  display: z.enum(['default', 'products', 'subcategories', 'both']),
  image: Image.nullable(),
});

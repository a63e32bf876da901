import { z } from 'zod';
import { termEmbed } from '../embed.ts';
import { linksInV1 } from './links.ts';
import { flag, orEmbedded, text, url, whole } from './texts.ts';

/** Members that all kinds of terms have. */
const common = {
  id: whole.describe('The ID.'),
  name: text.describe('The name.'),
  slug: text.describe('The slug.'),
  description: text.describe('The description.'),
  count: whole.describe('The number of published products.'),
};
const address = { rest_url: url.describe('The URL of the resource.'), ...linksInV1 };
const place = { menu_order: whole.describe("The position in the shop's order.") };

const inTree = {
  ...common,
  parent: whole.describe('The ID of the parent; 0 at the top level.'),
  image: z
    .strictObject({
      id: whole.describe('The ID.'),
      src: url.describe('The URL.'),
      name: text.describe('The name.'),
      alt: text.describe('The alternative text.'),
    })
    .nullable()
    .describe('The picture.'),
  ...place,
};

export const Category = z
  .strictObject({
    ...inTree,
    display: z
      .enum(['default', 'products', 'subcategories', 'both'])
      .describe('The display type of the category page.'),
    ...address,
  })
  .meta({ id: 'Category' });
const Brand = z.strictObject({ ...inTree, ...address }).meta({ id: 'Brand' });
export const Tag = z.strictObject({ ...common, ...address }).meta({ id: 'Tag' });
export const AttributeTerm = z
  .strictObject({ ...common, ...place, ...address })
  .meta({ id: 'AttributeTerm' });
export type AttributeTerm = z.infer<typeof AttributeTerm>;
const Attribute = z
  .strictObject({
    id: common.id,
    name: common.name,
    slug: text.describe('The slug with its prefix, `pa_colour`.'),
    type: text.describe('The input type of its terms, `select`.'),
    order_by: z.enum(['menu_order', 'name', 'name_num', 'id']).describe('The sort order of its terms.'),
    has_archives: flag.describe('Whether the shop has archive pages for its terms.'),
    ...address,
  })
  .meta({ id: 'Attribute' });

const shown = {
  category: orEmbedded(Category, termEmbed),
  tag: orEmbedded(Tag, termEmbed),
  brand: orEmbedded(Brand, termEmbed),
  attribute: orEmbedded(Attribute, termEmbed),
  attributeTerm: orEmbedded(AttributeTerm, termEmbed),
};

/** Schemas of terms and attributes, which are equal in all dialects. */
export const termSchemas = {
  ...shown,
  categories: z.array(shown.category),
  tags: z.array(shown.tag),
  brands: z.array(shown.brand),
  attributes: z.array(shown.attribute),
  attributeTerms: z.array(shown.attributeTerm),
};

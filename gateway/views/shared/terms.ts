import { z } from 'zod';
import type { Image } from '#contracts/product.ts';
import type { Attribute, AttributeTerm, Brand, Category, Tag, TermList } from '#contracts/terms.ts';
import { flag, text, url, whole } from './kinds.ts';
import type { Links } from './links.ts';
import { linkMembers } from './links.ts';
import { embeddable, from, kind, listOf, type Members, object, orNull, part, type View } from './view.ts';
import type { Context, Version, Views } from './views.ts';

/** How a dialect shows terms (docs/reference/terms.md#lists-of-terms). */
interface TermForm {
  name(name: string): string;
  /** Returns the address of the size that is shown. */
  picture(image: Image, version: Version): string;
}

/** What all terms of one answer share. */
interface TermScope {
  readonly links: Links;
  readonly version: Version;
  readonly context: Context;
  readonly form: TermForm;
}

type TermData = Views['categories'];

/** The paths of a term's list and of its parent resource, such as `products/tags` (without version). */
interface Paths {
  readonly collection: string;
  readonly up: string;
}

/** Returns the members with the addresses of a term or attribute. */
function addresses<One extends { readonly id: number }>(
  pathsOf: (one: One) => Paths,
): Members<One, TermScope> {
  const read = (one: One, { links, version }: TermScope) => {
    const { collection: list, up } = pathsOf(one);
    const collection = links.resource(`${version}/${list}`);
    return { self: `${collection}/${one.id}`, collection, up: links.resource(`${version}/${up}`) };
  };
  return {
    rest_url: url('The URL of the resource.', (one, scope) => read(one, scope).self),
    ...linkMembers(read),
  };
}

/** Returns the paths of a term in a tree. The parent resource of a top-level term is the list of products. */
function pathsInTree(collection: string) {
  return ({ parentId }: Pick<Brand, 'parentId'>): Paths => ({
    collection,
    up: parentId === 0 ? 'products' : `${collection}/${parentId}`,
  });
}

/** Members that all kinds of terms have. */
const common: Members<Tag, TermScope> = {
  id: whole('The ID.', ({ id }) => id),
  name: text('The name.', ({ name }, { form }) => form.name(name)),
  slug: text('The slug.', ({ slug }) => slug),
  description: text('The description.', ({ description }) => description),
  count: whole('The number of published products.', ({ count }) => count),
};
const place = whole<Brand | AttributeTerm, TermScope>(
  "The position in the shop's order.",
  ({ menuOrder }) => menuOrder,
);

const picture = object<Image, TermScope>({
  id: whole('The ID.', ({ id }) => id),
  src: url('The URL.', (image, { form, version, links }) => links.picture(form.picture(image, version))),
  name: text('The name.', ({ name }) => name),
  alt: text('The alternative text.', ({ alt }) => alt),
});
const inTree: Members<Brand, TermScope> = {
  ...common,
  parent: whole('The ID of the parent; 0 at the top level.', ({ parentId }) => parentId),
  image: part('The picture.', orNull(picture), ({ image }) => image),
  menu_order: place,
};

const category = object<Category, TermScope>(
  {
    ...inTree,
    display: kind(z.enum(['default', 'products', 'subcategories', 'both']))(
      'The display type of the category page.',
      ({ display }) => display,
    ),
    ...addresses<Brand>(pathsInTree('products/categories')),
  },
  'Category',
);
const brand = object<Brand, TermScope>(
  { ...inTree, ...addresses<Brand>(pathsInTree('products/brands')) },
  'Brand',
);
const tag = object<Tag, TermScope>(
  { ...common, ...addresses(() => ({ collection: 'products/tags', up: 'products' })) },
  'Tag',
);
/** An attribute is no term: all dialects show its name unchanged. */
const attribute = object<Attribute, TermScope>(
  {
    id: whole('The ID.', ({ id }) => id),
    name: text('The name.', ({ name }) => name),
    slug: text('The slug with its prefix, `pa_colour`.', ({ slug }) => slug),
    type: text('The input type of its terms, `select`.', ({ type }) => type),
    order_by: kind(z.enum(['menu_order', 'name', 'name_num', 'id']))(
      'The sort order of its terms.',
      ({ orderBy }) => orderBy,
    ),
    has_archives: flag('Whether the shop has archive pages for its terms.', ({ hasArchives }) => hasArchives),
    ...addresses(() => ({ collection: 'products/attributes', up: 'products' })),
  },
  'Attribute',
);
const attributeTerm = object<AttributeTerm, TermScope>(
  {
    ...common,
    menu_order: place,
    ...addresses(({ attributeId }: AttributeTerm) => {
      const up = `products/attributes/${attributeId}`;
      return { collection: `${up}/terms`, up };
    }),
  },
  'AttributeTerm',
);

/** Members of terms in answers with `context=embed`. Not every kind of term has all of them. */
const embedMembers = ['id', 'name', 'slug', 'parent', 'image', 'count', 'rest_url', 'links', '_links'];
const shown = {
  category: embeddable(category, embedMembers),
  tag: embeddable(tag, embedMembers),
  brand: embeddable(brand, embedMembers),
  attribute: embeddable(attribute, embedMembers),
  attributeTerm: embeddable(attributeTerm, embedMembers),
};

function unexpected({ kind: other }: TermList): never {
  throw new Error(`a reply has ${other} instead of what was requested`);
}

/** Returns the views of one term and of a list of terms. `recordsOf` returns the terms of a reply. */
function viewsOf<One>(
  view: View<One, TermScope>,
  form: TermForm,
  recordsOf: (found: TermList) => readonly One[],
) {
  const scopeOf = ({ version, context }: TermData, links: Links) => ({ links, version, context, form });
  return {
    list: from(listOf(view), (data: TermData, links: Links) => ({
      data: recordsOf(data.found),
      scope: scopeOf(data, links),
    })),
    one: from(view, (data: TermData, links: Links) => {
      const [record] = recordsOf(data.found);
      if (!record) throw new Error('a reply lacks its only term');
      return { data: record, scope: scopeOf(data, links) };
    }),
  };
}

/** Returns the views of terms and attributes for a dialect. */
export function termViews(form: TermForm) {
  const categories = viewsOf(shown.category, form, (found) =>
    found.kind === 'categories' ? found.records : unexpected(found),
  );
  const tags = viewsOf(shown.tag, form, (found) =>
    found.kind === 'tags' ? found.records : unexpected(found),
  );
  const brands = viewsOf(shown.brand, form, (found) =>
    found.kind === 'brands' ? found.records : unexpected(found),
  );
  const attributes = viewsOf(shown.attribute, form, (found) =>
    found.kind === 'attributes' ? found.records : unexpected(found),
  );
  const attributeTerms = viewsOf(shown.attributeTerm, form, (found) =>
    found.kind === 'terms' ? found.records : unexpected(found),
  );
  return {
    category: categories.one,
    categories: categories.list,
    tag: tags.one,
    tags: tags.list,
    brand: brands.one,
    brands: brands.list,
    attribute: attributes.one,
    attributes: attributes.list,
    attributeTerm: attributeTerms.one,
    attributeTerms: attributeTerms.list,
  };
}

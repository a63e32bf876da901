import { z } from 'zod';
import { listTerms, readTerm, type TermQuery } from '#contracts/terms.ts';
import type { ErrorCode } from '#platform/errors/registry.ts';
import { pagesOf } from '../../routing/paging.ts';
import {
  anyText,
  direction,
  flag,
  integerList,
  pathId,
  text,
  textList,
  wholeNumber,
} from '../../routing/parameters.ts';
import type { Request } from '../../routing/request.ts';
import { type Answer, type Route, route } from '../../routing/route.ts';
import type { Context, Version, ViewOf } from '../../views/shared/views.ts';
import { contextParameter, pageParameters } from './list-query.ts';

/** Parameters of every list of terms (docs/reference/terms.md#lists-of-terms). */
const shared = {
  ...pageParameters,
  ...contextParameter,
  search: anyText(200).default('').describe('A part of the name or slug.'),
  include: integerList(1_000).default([]).describe('Only these IDs.'),
  exclude: integerList(1_000).default([]).describe('The IDs to exclude.'),
  slug: textList(100, 200).default([]).describe('Only these slugs.'),
  order: direction().default('asc').describe('The sort direction.'),
  orderby: z
    .enum(['id', 'include', 'name', 'slug', 'term_group', 'description', 'count'])
    .default('name')
    .describe('The sort field.'),
  hide_empty: flag().default(false).describe('Whether to leave out terms without products.'),
  product: wholeNumber(0).optional().describe('Only terms of this product, by ID.'),
};
const parent = {
  parent: wholeNumber(0).optional().describe('Only children of this ID; 0 for the top level.'),
};
const offset = {
  offset: wholeNumber(0).optional().describe('The number of entries to skip, instead of `page`.'),
};
const ofAttribute = {
  orderby: z
    .enum([...shared.orderby.unwrap().options, 'menu_order'])
    .default('name')
    .describe('The sort field.'),
};

const CategoryParameters = z.object({ ...shared, ...parent });
const TagParameters = z.object({ ...shared, ...offset });
const BrandParameters = z.object({ ...shared, ...parent, ...offset });
const AttributeTermParameters = z.object({ ...shared, ...offset, ...ofAttribute });

/**
 * Additional parameters of lists of terms on CoCart mounts. In the service dialect, lists of categories have no
 * `offset`.
 */
const lenient = { offset: offset.offset };

/**
 * Parameters of any list of terms. Only terms of an attribute can be sorted in the order that the shop has
 * set.
 */
interface Given extends Omit<z.output<typeof TagParameters>, 'orderby' | 'offset'> {
  readonly orderby: z.output<typeof AttributeTermParameters>['orderby'];
  readonly parent?: number | undefined;
  readonly offset?: number | undefined;
}

const orders: Partial<Record<Given['orderby'], z.input<typeof TermQuery>['orderBy']>> = {
  menu_order: 'menuOrder',
  // `term_group` sorts by id, because each term is its own group in this service.
  term_group: 'id',
};

/** Returns the schema of the reference to a term in a path. In v1, the reference must be an id. */
function reference(version: Version): z.ZodType<string> {
  return version === 'v1' ? pathId().transform(String) : text(200).min(1);
}

/** Returns the catalogue query for a list of terms. */
function termQuery(given: Given) {
  const { orderby } = given;
  return {
    page: given.page,
    perPage: given.per_page,
    offset: given.offset ?? null,
    direction: given.order,
    orderBy: orders[orderby] ?? (orderby as 'name'),
    search: given.search,
    include: given.include,
    exclude: given.exclude,
    slugs: given.slug,
    parent: given.parent ?? null,
    hideEmpty: given.hide_empty,
    product: given.product ?? null,
  };
}

/** For each kind of terms, the names of two views: one term, and a list of terms. */
const views = {
  categories: ['category', 'categories'],
  tags: ['tag', 'tags'],
  brands: ['brand', 'brands'],
  attributes: ['attribute', 'attributes'],
  terms: ['attributeTerm', 'attributeTerms'],
} as const;
type Kind = keyof typeof views;
type OneView = (typeof views)[Kind][0];
type ListView = (typeof views)[Kind][1];

/** Returns the member `answers` of a route with one view. */
function answersOf<Name extends OneView | ListView>(name: Name) {
  return { 200: { [name]: '' } as { readonly [One in Name]?: string } };
}

/** Returns the answer with a page of terms. A page after the last page is empty. */
async function termsAnswer(
  query: z.input<typeof TermQuery> & { readonly page: number; readonly perPage: number | null },
  shown: { readonly version: Version; readonly context: Context },
  request: Request,
): Promise<Answer<ListView>> {
  const { found, total, asOf } = await request.ask(listTerms, query);
  const totalPages = query.perPage === null ? 1 : pagesOf(total, query.perPage);
  const view: ViewOf<ListView> = { name: views[query.kind][1], data: { found, ...shown } };
  return {
    view,
    paging: { page: query.page, totalPages, total },
    asOf,
    products: { pricesOf: [] },
  };
}

/** Returns the answer with one term. @throws ServiceError if the term does not exist */
async function termAnswer(
  asked: z.input<(typeof readTerm)['request']>,
  shown: { readonly version: Version; readonly context: Context },
  request: Request,
): Promise<Answer<OneView>> {
  const { found, asOf } = await request.ask(readTerm, asked);
  const view: ViewOf<OneView> = { name: views[asked.kind][0], data: { found, ...shown } };
  return { view, asOf, products: { pricesOf: [] } };
}

/**
 * Returns the routes GET …/products/{kind} and …/products/{kind}/{id} of categories, tags or brands
 * (docs/reference/terms.md#lists-of-terms).
 */
function plainRoutes<Query extends z.ZodObject & z.ZodType<Given>>(
  version: Version,
  { kind, one, query }: { kind: 'categories' | 'tags' | 'brands'; one: string; query: Query },
): readonly Route[] {
  const path = `/${version}/products/${kind}`;
  return [
    route({
      method: 'GET',
      path,
      summary: `The ${kind} of products, page by page`,
      answers: answersOf<ListView>(views[kind][1]),
      kind: 'catalogue',
      query,
      lenient,
      errors: [],
      handle(request) {
        const { query: given } = request;
        return termsAnswer({ kind, ...termQuery(given) }, { version, context: given.context }, request);
      },
    }),
    oneRoute(version, { path, kind, errors: ['service_term_invalid'], summary: `One ${one} of products` }),
  ];
}

/** Returns the route of one term or attribute. The path contains the id of the term, or in v2 the id or slug. */
function oneRoute(
  version: Version,
  {
    path,
    kind,
    errors,
    summary,
  }: {
    readonly path: string;
    readonly kind: 'categories' | 'tags' | 'brands' | 'attributes';
    readonly errors: readonly ErrorCode[];
    readonly summary: string;
  },
): Route {
  return route({
    method: 'GET',
    path: `${path}/:id`,
    summary,
    answers: answersOf<OneView>(views[kind][0]),
    kind: 'catalogue',
    params: z.object({ id: reference(version).describe('The ID; in v2 also the slug.') }),
    query: z.object(contextParameter),
    errors,
    handle(request) {
      const { params, query } = request;
      return termAnswer({ kind, reference: params.id }, { version, context: query.context }, request);
    },
  });
}

/** Returns the routes GET …/products/attributes, which is not paged, and …/products/attributes/{id}. */
function attributeRoutes(version: Version): readonly Route[] {
  const path = `/${version}/products/attributes`;
  return [
    route({
      method: 'GET',
      path,
      summary: 'All attributes of products',
      answers: answersOf<ListView>('attributes'),
      kind: 'catalogue',
      query: z.object(contextParameter),
      errors: [],
      handle(request) {
        const { context } = request.query;
        return termsAnswer({ kind: 'attributes', page: 1, perPage: null }, { version, context }, request);
      },
    }),
    oneRoute(version, {
      path,
      kind: 'attributes',
      errors: ['service_attribute_invalid'],
      summary: 'One attribute of products',
    }),
  ];
}

/** Returns the routes GET …/products/attributes/{id}/terms and …/terms/{term_id}. */
function attributeTermRoutes(version: Version): readonly Route[] {
  const path = `/${version}/products/attributes/:id/terms`;
  const attribute = { id: reference(version).describe('The ID of the attribute; in v2 also its slug.') };
  return [
    route({
      method: 'GET',
      path,
      summary: 'The terms of an attribute, page by page',
      answers: answersOf<ListView>('attributeTerms'),
      kind: 'catalogue',
      params: z.object(attribute),
      query: AttributeTermParameters,
      errors: ['service_taxonomy_invalid'],
      handle(request) {
        const { params, query } = request;
        const asked = { kind: 'terms', attribute: params.id, ...termQuery(query) } as const;
        return termsAnswer(asked, { version, context: query.context }, request);
      },
    }),
    route({
      method: 'GET',
      path: `${path}/:term_id`,
      summary: 'One term of an attribute',
      answers: answersOf<OneView>('attributeTerm'),
      kind: 'catalogue',
      params: z.object({
        ...attribute,
        term_id: reference(version).describe('The ID of the term; in v2 also its slug.'),
      }),
      query: z.object(contextParameter),
      errors: ['service_taxonomy_invalid', 'service_term_invalid'],
      handle(request) {
        const { params, query } = request;
        const asked = { kind: 'terms', attribute: params.id, reference: params.term_id } as const;
        return termAnswer(asked, { version, context: query.context }, request);
      },
    }),
  ];
}

/** Returns the routes of terms in a version. v1 has no brands, because CoCart added brands after v1. */
export function termRoutes(version: Version): readonly Route[] {
  return [
    ...plainRoutes(version, { kind: 'categories', one: 'category', query: CategoryParameters }),
    ...plainRoutes(version, { kind: 'tags', one: 'tag', query: TagParameters }),
    ...(version === 'v1'
      ? []
      : plainRoutes(version, { kind: 'brands', one: 'brand', query: BrandParameters })),
    ...attributeRoutes(version),
    ...attributeTermRoutes(version),
  ];
}

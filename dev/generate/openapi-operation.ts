import type { z } from 'zod';
import { headersOf, queryOf } from '../../gateway/routing/declared-parameters.ts';
import type { Route } from '../../gateway/routing/route.ts';
import type { Dialect } from '../../gateway/views/shared/dialect.ts';
import type { ViewName } from '../../gateway/views/shared/views.ts';
import checkout from './answers/checkout.json' with { type: 'json' };
import cocart from './answers/cocart.json' with { type: 'json' };
import service from './answers/service.json' with { type: 'json' };
import { type Components, type Errors, headersOfAnswer, type Node } from './openapi-components.ts';
import { blocksOf, nameOfRoute } from './reference.ts';

/**
 * What `operationOf` needs to describe a route. `prose` has the texts of docs/reference by the name of the
 * route.
 */
interface OperationContext {
  readonly dialect: Dialect;
  readonly components: Components;
  readonly errors: Errors;
  readonly prose: ReadonlyMap<string, Prose>;
}

/** Returns the `operationId` of a route, such as `getV2ProductsById`. */
function operationId({ method, path }: Pick<Route, 'method' | 'path'>): string {
  const words = path.split(/[/-]/).filter(Boolean);
  const named = words.map((word) => {
    const plain = word.replace(/^:/, 'by_');
    return plain.replaceAll(/(?:^|_)(\w)/g, (_all, letter: string) => letter.toUpperCase());
  });
  return method.toLowerCase() + named.join('');
}

const bearer = { bearer: [] };
const basic = { basic: [] };
const keys = [{ keyPair: [] }, { keyPairInQuery: [], keySecretInQuery: [] }];

/**
 * Returns the security requirements of a route: a list of ways to log in, of which a request uses one. `{}`
 * stands for a request without a login.
 */
function securityOf({ kind, path }: Route): readonly Node[] {
  if (kind === 'manager') return [...keys, bearer, basic];
  if (path.endsWith('/validate-token')) return [bearer];
  return [{}, bearer, basic];
}

function sentence(text: string): string {
  const [first = '', ...rest] = text;
  const whole = first.toUpperCase() + rest.join('');
  return /[.!?]$/.test(whole) ? whole : `${whole}.`;
}

/** Returns the recorded example answers of views; null if no view has an example. */
function examplesOf(views: readonly string[], { dialect, components }: OperationContext): Node | null {
  const recorded = exampleAnswers[dialect.name] ?? {};
  const found = views.filter((view) => view in recorded);
  if (found.length === 0) return null;
  return Object.fromEntries(found.map((view) => [view, components.example(view, recorded[view])]));
}

function answerOf(
  route: Route,
  status: string,
  views: Readonly<Record<string, string>>,
  context: OperationContext,
): Node {
  const { dialect, components } = context;
  const forms = Object.entries(views).map(([view, when]) => {
    const schema = components.schema(dialect.views[view as ViewName].schema);
    return { schema, when: when === '' ? '' : sentence(when) };
  });
  const [only] = forms;
  const schema =
    forms.length === 1 && only
      ? only.schema
      : { anyOf: forms.map(({ schema: one, when }) => (when === '' ? one : { ...one, description: when })) };
  const examples = examplesOf(Object.keys(views), context);
  const type = route.kind === 'live' ? 'text/event-stream' : 'application/json';
  return {
    description: sentence(route.summary),
    headers: headersOfAnswer(route, status),
    content: { [type]: { schema, ...(examples && { examples }) } },
  };
}

/** Returns the answers of a route by status, with errors at the end. */
function responsesOf(route: Route, context: OperationContext): Node {
  const successful = Object.entries(route.answers).map(([status, views]) => [
    status,
    answerOf(route, status, views as Readonly<Record<string, string>>, context),
  ]);
  const notModified =
    route.kind === 'catalogue'
      ? {
          304: context.components.response('NotModified', {
            description: 'The answer with the `ETag` in `If-None-Match` is unchanged.',
          }),
        }
      : {};
  return { ...Object.fromEntries(successful), ...notModified, ...context.errors.of(route) };
}

/** Returns the operation that describes a route. */
export function operationOf(route: Route, context: OperationContext): Node {
  const prose = context.prose.get(nameOfRoute(route));
  const body = bodyOf(route, context.components);
  return {
    operationId: operationId(route),
    summary: route.summary,
    ...(prose && { description: prose.text || sentence(route.summary), tags: [prose.title] }),
    security: securityOf(route),
    parameters: parametersOf(route, context.components, context.dialect),
    ...(body && { requestBody: body }),
    responses: responsesOf(route, context),
  };
}

/**
 * Example answers by dialect and by view, which `npm run record` has recorded from the demo shop. Those about checkouts
 * are in a file of their own, because they are from a shop with a connection to WooCommerce.
 */
export const exampleAnswers: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  service: { ...service, ...checkout },
  cocart,
};

type Location = 'path' | 'query' | 'header';

/** Returns whether a parameter is required. */
function isRequired(schema: z.ZodType): boolean {
  return !schema.safeParse(undefined).success;
}

/**
 * Returns `{ default: … }` if the zod schema of a parameter has a default value, but the JSON schema in `written` does
 * not have this value. Returns an empty object for all other parameters, and for lists.
 */
function defaultOf(schema: z.ZodType, written: Node): Node {
  const { data } = schema.safeParse(undefined);
  if (data === undefined || 'default' in written) return {};
  return Array.isArray(data) ? {} : { default: data };
}

/** Returns the members `style` and `explode`, which say how a URL writes a list. */
function styleOf(place: Location, { type, items }: { type?: unknown; items?: { type?: unknown } }): Node {
  if (place !== 'query' || type !== 'array') return {};
  return items?.type === 'object'
    ? { style: 'deepObject', explode: true }
    : { style: 'form', explode: false };
}

/**
 * Converts the schema of a list of objects into the schema of an object with indexes as names. A URL writes the list in
 * this form: `name[0][member]=a`.
 */
function indexed(schema: Node): Node {
  const {
    items,
    type: _type,
    maxItems,
    ...others
  } = schema as { items: Node; type: unknown; maxItems?: number };
  return {
    ...others,
    type: 'object',
    propertyNames: { pattern: '^[0-9]$' },
    ...(maxItems !== undefined && { maxProperties: maxItems }),
    additionalProperties: items,
  };
}

function parameter(name: string, place: Location, schema: z.ZodType, components: Components): Node {
  const { description = '', ...written } = components.schema(schema, 'input');
  const style = styleOf(place, written);
  const plain = { ...written, ...defaultOf(schema, written) };
  return components.parameter({
    name,
    in: place,
    description,
    required: place === 'path' || isRequired(schema),
    ...style,
    schema: style.style === 'deepObject' ? indexed(plain) : plain,
  });
}

/**
 * Returns whether the members of a route's body are sent in the query. This is true for GET and DELETE, because
 * these requests have no body.
 */
function bodyInQuery({ method }: Route): boolean {
  return method === 'GET' || method === 'DELETE';
}

/**
 * Returns the query parameters of a route on the mounts of a dialect. A dialect that ignores unknown filters has
 * lenient schemas. A lenient schema without a description is replaced by the strict schema.
 */
function queryIn({ unknownFilters }: Dialect, route: Route): Readonly<Record<string, z.ZodType>> {
  const usual = queryOf(route).shape as Record<string, z.ZodType>;
  if (unknownFilters === 'refused') return usual;
  const { lenientQuery: query } = route.schemas;
  const lenient = queryOf({ ...route, schemas: { ...route.schemas, query } }).shape as Record<
    string,
    z.ZodType
  >;
  const isDescribed = (schema: z.ZodType | undefined) => schema?.description !== undefined;
  return Object.fromEntries(
    Object.entries(lenient).map(([name, schema]) => [
      name,
      isDescribed(schema) ? schema : (usual[name] ?? schema),
    ]),
  );
}

/** Returns the parameters of a route, without credentials, which the operation's `security` describes. */
function parametersOf(route: Route, components: Components, dialect: Dialect): readonly Node[] {
  const { Authorization: _authorization, ...headers } = headersOf(route).shape as Record<string, z.ZodType>;
  const { params, body } = route.schemas;
  const all: readonly (readonly [Location, Readonly<Record<string, z.ZodType>>])[] = [
    ['path', params.shape],
    ['query', queryIn(dialect, route)],
    ['query', bodyInQuery(route) ? body.shape : {}],
    ['header', headers],
  ];
  return all.flatMap(([place, shape]) =>
    Object.entries(shape).map(([name, schema]) => parameter(name, place, schema, components)),
  );
}

/** Returns the request body of a route; null if the route accepts no body. */
function bodyOf(route: Route, components: Components): Node | null {
  const { body } = route.schemas;
  const isOpen = body.def.catchall !== undefined;
  if (bodyInQuery(route) || (Object.keys(body.shape).length === 0 && !isOpen)) return null;
  const schema = components.schema(body, 'input');
  const example = exampleRequests[nameOfRoute(route)];
  return {
    required: Object.values(body.shape as Record<string, z.ZodType>).some(isRequired),
    content: { 'application/json': { schema, ...(example && { example }) } },
  };
}

/** The key of the item in the examples. The item contains product 101 of the demo shop. */
const itemKey = '38b3eff8baf56627478ec76a704e9b52';
const address = { country: 'NL', postcode: '3511 AB', city: 'Utrecht' };
const review = {
  product_id: 101,
  review: 'Bright and sturdy.',
  reviewer: 'Ann',
  reviewer_email: 'ann@example.com',
  rating: 5,
};

/** An example body for each route that accepts a body. A test checks the bodies against the schemas. */
export const exampleRequests: Readonly<Record<string, object>> = {
  'POST /v2/checkout': { return_url: 'https://kettleandclay.example/thanks', total: 4420 },
  'POST /v2/checkout/handover/{token}': {
    browser: '0123456789abcdef0123456789abcdef',
    totals: { currency: 'EUR', total: 4420, items: 3058, discount: 0, shipping: 595, tax: 767, fees: 0 },
  },
  'POST /v2/products/reviews': review,
  'POST /v2/login': { username: 'ann', password: 'a long password' },
  'POST /v2/register': { email: 'ann@example.com', requested_password: 'a long password', first_name: 'Ann' },
  'POST /v2/my-account': { account_first_name: 'Ann', account_last_name: 'Smit' },
  'PATCH /v2/my-account/addresses': { billing_address: { postcode: '3511 AB', city: 'Utrecht' } },
  'POST /v2/my-account/change-password': {
    password_current: 'a long password',
    password_1: 'another long password',
    password_2: 'another long password',
  },
  'POST /v2/password/forgot': { username: 'ann@example.com' },
  'POST /v2/password/reset': {
    key: 'ZoYtu49L4YpseUnjvmY1_qdOZSPTg7W9YBgciSqp2cU',
    password: 'another long password',
  },
  'POST /jwt/refresh-token': { refresh_token: 'ZoYtu49L4YpseUnjvmY1_qdOZSPTg7W9YBgciSqp2cU' },
  'PATCH /v2/cart': { note: 'Please ring twice.', attributes: { gift: 'yes' } },
  'POST /v2/cart/add-item': { id: '101', quantity: '2' },
  'POST /v2/cart/add-items': {
    items: [
      { id: '101', quantity: '1' },
      { id: '107', quantity: '1' },
    ],
  },
  'POST /v2/cart/item/{item_key}': { quantity: '3' },
  'PUT /v2/cart/item/{item_key}': { return_item: false },
  'PATCH /v2/cart/item/{item_key}': { return_item: false },
  'POST /v2/cart/clear': { keep_removed_items: true },
  'POST /v2/cart/update': {
    namespace: 'update-customer',
    data: { first_name: 'Ann', postcode: '3511 AB', city: 'Utrecht' },
  },
  'POST /v2/cart/calculate': address,
  'POST /v2/cart/apply-coupon': { code: 'welcome10' },
  'POST /v2/cart/add-fee': { name: 'Gift wrapping', amount: '2.50', taxable: true },
  'POST /v2/cart/set-shipping-method': { rate_id: 'flat_rate:1' },
  'POST /v2/cart/calculate/shipping': address,
  'POST /v1/products/reviews': review,
  'POST /v1/add-item': { product_id: '101', quantity: '2' },
  'POST /v1/item': { cart_item_key: itemKey, quantity: '3' },
  'POST /v1/calculate': { return: true },
  'POST /v1/coupon': { coupon: 'welcome10' },
  'POST /v1/fees': { name: 'Gift wrapping', amount: '2.50', taxable: true },
  'POST /v1/calculate/fees': { return: true },
  'POST /v1/shipping-methods': { key: 'flat_rate:1' },
  'POST /v1/calculate/shipping': address,
  'POST /batch': {
    requests: [
      { method: 'POST', path: '/v2/cart/add-item', body: { id: '101', quantity: '1' } },
      { method: 'POST', path: '/v2/cart/apply-coupon', body: { code: 'welcome10' } },
    ],
  },
};

/** The text about a route on a page of docs/reference. */
interface Prose {
  /** The file name of the page without its ending, such as `cart`. */
  readonly page: string;
  readonly title: string;
  readonly text: string;
}

/** Returns a text in which links to Markdown pages lead to the pages that the gateway serves. */
function withRenderedLinks(text: string, page: string): string {
  return text.replaceAll(
    /\]\((?!https?:)((?:\.\.\/)*)([\w/-]*?)(?:\.md)?(#[\w-]+)?\)/g,
    (_all, up, name, anchor = '') => {
      const target = name === '' ? `reference/${page}` : up === '' ? `reference/${name}` : name;
      return `](/docs/${target}${anchor})`;
    },
  );
}

/** Returns the title of a page. */
export function titleOf(text: string): string {
  return /^# (.+)$/m.exec(text)?.[1] ?? '';
}

/** Returns the first paragraph below the title of a page. */
export function openingOf(page: string, text: string): string {
  return withRenderedLinks(/^# .+\n\n([\s\S]+?)\n\n/m.exec(text)?.[1] ?? '', page);
}

/**
 * Returns the prose of each route, by the name of the route. The prose is the text of the section with the marker of
 * the route, such as `<!-- route GET /v2/cart -->`.
 */
export function proseOf(pages: Readonly<Record<string, string>>): ReadonlyMap<string, Prose> {
  const found = Object.entries(pages).flatMap(([file, text]) => {
    const page = file.replace(/\.md$/, '');
    const sections = text.split(/^(?=## )/m);
    return sections.flatMap((section) =>
      blocksOf(section)
        .filter(({ kind }) => kind === 'route')
        .map(
          ({ name }) =>
            [name, { page, title: titleOf(text), text: withRenderedLinks(plain(section), page) }] as const,
        ),
    );
  });
  return new Map(found);
}

/** Returns the text of a section without its heading, generated blocks, examples and tables of schemas. */
function plain(section: string): string {
  return section
    .replace(/^## .*\n/, '')
    .replaceAll(/<!-- (route|schema) .+? -->[\s\S]*?<!-- \/\1 -->/g, '')
    .replaceAll(/^```[\s\S]*?^```$/gm, '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

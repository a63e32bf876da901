import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { type ErrorCode, registry } from '#platform/errors/registry.ts';
import { inEnglishByKey } from '#platform/sentences/say.ts';
import type { Route } from '../../gateway/routing/route.ts';
import { commonErrors, credentialErrors, errorsOf } from '../../gateway/routing/route.ts';
import type { Dialect } from '../../gateway/views/shared/dialect.ts';
import { converted } from './json-schema.ts';

/** Any object inside an OpenAPI document. */
export type Node = { readonly [name: string]: unknown };

/** The bound that zod adds to the schema of every integer. `inDocumentForm` leaves this bound out. */
const safe = Number.MAX_SAFE_INTEGER;

/**
 * If the schema of a map lists the allowed names, returns the schema of an object that has these names as members.
 * Returns any other schema unchanged.
 */
function withMembers(schema: Node): Node {
  const { propertyNames, additionalProperties, ...others } = schema;
  const { enum: names } = (propertyNames ?? {}) as { enum?: readonly string[] };
  if (!names) return schema;
  const properties = Object.fromEntries(names.map((name) => [name, additionalProperties]));
  return { ...others, properties, additionalProperties: false };
}

/**
 * Returns a schema in the form of the OpenAPI document. References point to components of the document, and rules that
 * every value satisfies are removed.
 */
function inDocumentForm(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inDocumentForm);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(withMembers(value as Node)).filter(
    ([name, one]) =>
      !(name === 'minimum' && one === -safe) &&
      !(name === 'maximum' && one === safe) &&
      !(name === 'prefixItems' && Array.isArray(one) && one.length === 0),
  );
  return Object.fromEntries(
    kept.map(([name, one]) => [
      name,
      name === '$ref' ? String(one).replace('#/$defs/', '#/components/schemas/') : inDocumentForm(one),
    ]),
  );
}

/** Adds a component and returns its name. If another component has this name, a number is appended to the name. */
function shared(components: Map<string, Node>, name: string, component: Node): string {
  for (let number = 1; ; number += 1) {
    const numbered = `${name}${number === 1 ? '' : number}`;
    const existing = components.get(numbered);
    if (existing === undefined) components.set(numbered, component);
    if (existing === undefined || isDeepStrictEqual(existing, component)) return numbered;
  }
}

/** Collects the components of an OpenAPI document. The operations of the document refer to the components. */
export class Components {
  readonly #schemas = new Map<string, Node>();
  readonly #parameters = new Map<string, Node>();
  readonly #examples = new Map<string, Node>();
  readonly #responses = new Map<string, Node>();

  /** Returns a schema in the form of the OpenAPI document. Adds the named schemas inside the schema as components. */
  schema(schema: z.ZodType, io: 'input' | 'output' = 'output'): Node {
    const { schema: one, named } = converted(schema, io);
    for (const [name, inner] of Object.entries(named)) this.#schemas.set(name, inDocumentForm(inner) as Node);
    return inDocumentForm(one) as Node;
  }

  /** Adds a schema and returns a reference to it. */
  named(name: string, schema: Node): Node {
    this.#schemas.set(name, schema);
    return { $ref: `#/components/schemas/${name}` };
  }

  /** Adds a response and returns a reference to it. Equal responses become one component. */
  response(name: string, response: Node): Node {
    return { $ref: `#/components/responses/${shared(this.#responses, name, response)}` };
  }

  /** Adds a parameter and returns a reference to it. Equal parameters become one component. */
  parameter(parameter: Node): Node {
    return { $ref: `#/components/parameters/${shared(this.#parameters, String(parameter.name), parameter)}` };
  }

  /** Adds an example and returns a reference to it. */
  example(name: string, value: unknown): Node {
    this.#examples.set(name, { value });
    return { $ref: `#/components/examples/${name}` };
  }

  /** Returns all components: first by kind, such as `schemas`, then by name. */
  all(): Node {
    const sorted = (map: ReadonlyMap<string, Node>) =>
      Object.fromEntries([...map].sort(([one], [other]) => (one < other ? -1 : 1)));
    return {
      schemas: sorted(this.#schemas),
      responses: sorted(this.#responses),
      parameters: sorted(this.#parameters),
      examples: sorted(this.#examples),
    };
  }
}

/**
 * The code with which routes declare that an extension may refuse a request. The answer to the client has the code and
 * the status that the extension chooses.
 */
const extensionRefusal: ErrorCode = 'service_login_extension_refusal';

/** Returns the name of the schema of an error: `ErrorProductInvalidId` for `service_product_invalid_id`. */
function schemaName(code: ErrorCode): string {
  const words = code.replace(/^service_/, '').split('_');
  return `Error${words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')}`;
}

/** Returns the possible HTTP statuses of an error code in a dialect. */
function statusesOf(code: ErrorCode, { anonymousManager }: Dialect): readonly number[] {
  const { status, data } = registry[code];
  const members: z.core.$ZodShape = data.shape;
  // If a code has several statuses, the schema of its data lists the statuses.
  if (members.status instanceof z.ZodLiteral) return [...members.status.values].map(Number);
  const alsoAnonymous = code === 'service_rest_cannot_view' && anonymousManager === code;
  return alsoAnonymous ? [401, status] : [status];
}

const errorBody = (code: Node, message: Node, data: Node, description: string): Node => ({
  type: 'object',
  description,
  properties: { code, message, data },
  required: ['code', 'message', 'data'],
  additionalProperties: false,
});

/** Returns the schema of an error: code, sentence, status and the members of its data. */
function errorSchema(code: ErrorCode, dialect: Dialect): Node {
  const { data } = registry[code];
  const message = inEnglishByKey[code];
  const { properties = {}, required = [] } = converted(data).schema;
  const { status: _status, ...members } = properties;
  const [status, other] = statusesOf(code, dialect);
  const isFault = registry[code].status >= 500;
  return errorBody(
    { const: dialect.errorCode(code) },
    { type: 'string', examples: [message] },
    {
      type: 'object',
      properties: {
        status: other === undefined ? { const: status } : { enum: [status, other] },
        ...(inDocumentForm(members) as Node),
        ...(isFault && { request_id: { type: 'string' } }),
      },
      required: [
        'status',
        ...required.filter((name) => name !== 'status'),
        ...(isFault ? ['request_id'] : []),
      ],
      additionalProperties: false,
    },
    message,
  );
}

/**
 * Returns the schema of a refusal by an extension. The extension may choose any code except the service's own
 * codes.
 */
function errorOfExtension(dialect: Dialect): Node {
  const codes = (Object.keys(registry) as ErrorCode[]).map((code) => dialect.errorCode(code));
  return errorBody(
    { type: 'string', not: { enum: [...new Set(codes)].sort() } },
    { type: 'string' },
    { type: 'object', properties: { status: { type: 'integer' } }, required: ['status'] },
    'A refusal of an extension of the shop, with a code of its own.',
  );
}

/** Describes the error answers of routes in the OpenAPI document of a dialect. */
export class Errors {
  readonly #components: Components;
  readonly #dialect: Dialect;

  constructor(components: Components, dialect: Dialect) {
    this.#components = components;
    this.#dialect = dialect;
  }

  /** Returns the error answers of a route by status. */
  of(route: Route): Node {
    const common = this.#byStatus([...commonErrors, ...credentialErrors]);
    const own = this.#byStatus(errorsOf(route).filter((code) => !isCommon(code)));
    const statuses = [...new Set([...common.keys(), ...own.keys()])].sort((one, other) => one - other);
    const answers = statuses.map((status) => [
      String(status),
      this.#response(status, own.get(status) ?? [], common.get(status) ?? []),
    ]);
    return { ...Object.fromEntries(answers), default: this.#extensionRefusal() };
  }

  #byStatus(codes: readonly ErrorCode[]): ReadonlyMap<number, readonly ErrorCode[]> {
    const documented = [...new Set(codes)].filter((code) => code !== extensionRefusal);
    const pairs = documented.flatMap((code) =>
      statusesOf(code, this.#dialect).map((status) => ({ code, status })),
    );
    const groups = Map.groupBy(pairs, ({ status }) => status);
    return new Map([...groups].map(([status, all]) => [status, all.map(({ code }) => code)]));
  }

  /**
   * Returns a schema that matches every error in `codes`; null if `codes` is empty. Every route can have these
   * errors, all of which have the given status.
   */
  #common(status: number, codes: readonly ErrorCode[]): Node | null {
    const [only, second] = codes;
    if (only === undefined) return null;
    if (second === undefined) return this.#ref(only);
    return this.#components.named(`Common${status}`, { anyOf: codes.map((code) => this.#ref(code)) });
  }

  /** Returns the error answer with a status: the route's own errors, and the errors that every route can have. */
  #response(status: number, own: readonly ErrorCode[], common: readonly ErrorCode[]): Node {
    const shared = this.#common(status, common);
    const schemas = [
      ...own.map((code) => this.#ref(code)),
      ...(shared ? [shared] : []),
      ...(status < 500 ? [this.#anyOfExtension()] : []),
    ];
    const [only, second] = schemas;
    const codes = own.length === 0 ? common : own;
    const sentences = codes.map((code) => `\`${this.#dialect.errorCode(code)}\`: ${inEnglishByKey[code]}`);
    return this.#components.response(`Error${status}`, {
      description: sentences.join('\n\n'),
      headers: headersOfError(status),
      content: { 'application/json': { schema: second === undefined ? only : { anyOf: schemas } } },
    });
  }

  #ref(code: ErrorCode): Node {
    return this.#components.named(schemaName(code), errorSchema(code, this.#dialect));
  }

  #anyOfExtension(): Node {
    return this.#components.named('ErrorOfExtension', errorOfExtension(this.#dialect));
  }

  /**
   * Returns the answer to a request that an extension refuses. The extension chooses the status. Every route can
   * give this answer, because a request to any route may log in with a password.
   */
  #extensionRefusal(): Node {
    return this.#components.response('ErrorOfExtension', {
      description: 'A refusal of an extension of the shop.',
      content: { 'application/json': { schema: this.#anyOfExtension() } },
    });
  }
}

function isCommon(code: ErrorCode): boolean {
  return commonErrors.includes(code) || credentialErrors.includes(code);
}

const textHeader = (description: string): Node => ({ description, schema: { type: 'string' } });
const integerHeader = (description: string): Node => ({ description, schema: { type: 'integer' } });

/** The components of the OpenAPI document for headers of answers, by the name of the header. */
export const headerComponents = {
  'X-Request-Id': textHeader('Names the request in the logs; a client may send its own.'),
  ETag: textHeader('Of the catalogue, the tag for `If-None-Match`; of a cart, its revision for `If-Match`.'),
  'Cache-Control': textHeader('How long a shared cache may keep the answer.'),
  Vary: textHeader('The request headers that the answer depends on.'),
  'CoCart-Cache': textHeader('`HIT`, `MISS` or `SKIP`: whether the answer came from the cache.'),
  'X-WP-Total': integerHeader('The number of entries on all pages.'),
  'X-WP-TotalPages': integerHeader('The number of pages.'),
  Link: textHeader('The addresses of the previous and the next page (RFC 8288).'),
  Location: textHeader('The address of the new resource.'),
  'Preference-Applied': textHeader('`handling=strict` if unknown names would have been refused.'),
  'Cart-Key': textHeader('The key of the cart. A guest sends it with the next request.'),
  'Cart-Expiring': integerHeader('Unix seconds from when on a read gives the cart its whole time again.'),
  'Cart-Expiration': integerHeader('Unix seconds at which the cart expires if it is not used.'),
  'Idempotency-Replayed': textHeader(
    '`true` if an earlier request with the same `Idempotency-Key` did the write.',
  ),
  RateLimit: textHeader('What is left of the limit: `r` requests, reset in `t` seconds.'),
  'RateLimit-Policy': textHeader('The limit: `q` requests in `w` seconds.'),
  'Retry-After': integerHeader('Seconds after which the request may be repeated.'),
  'WWW-Authenticate': textHeader('How to log in.'),
} satisfies Record<string, Node>;

type Name = keyof typeof headerComponents;

function refs(names: readonly Name[]): Node {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

const headersOfKind: Readonly<Record<Route['kind'], readonly Name[]>> = {
  catalogue: ['ETag', 'Cache-Control', 'Vary', 'CoCart-Cache'],
  'catalogue-write': ['Cache-Control'],
  cart: ['Cart-Key', 'Cart-Expiring', 'Cart-Expiration', 'ETag', 'Cache-Control', 'Vary'],
  live: ['Cart-Key', 'Cache-Control'],
  account: ['Cache-Control'],
  manager: ['Cache-Control'],
};

/** Returns references to the headers that a route's answer with the given status can have. */
export function headersOfAnswer({ kind, writes, schemas }: Route, status: string): Node {
  const writesCart = kind === 'cart' && writes;
  return refs([
    'X-Request-Id',
    'Preference-Applied',
    ...headersOfKind[kind],
    ...(writesCart ? (['Idempotency-Replayed', 'RateLimit', 'RateLimit-Policy'] as const) : []),
    ...('page' in schemas.query.shape ? (['X-WP-Total', 'X-WP-TotalPages', 'Link'] as const) : []),
    ...(status === '201' ? (['Location'] as const) : []),
  ]);
}

/** Returns references to the headers that an error with the given status can have. */
function headersOfError(status: number): Node {
  return refs([
    'X-Request-Id',
    ...(status === 401 ? (['WWW-Authenticate'] as const) : []),
    ...(status === 412 ? (['ETag'] as const) : []),
    ...(status === 429 ? (['RateLimit', 'RateLimit-Policy'] as const) : []),
    ...(status === 429 || status === 503 ? (['Retry-After'] as const) : []),
  ]);
}

import { z } from 'zod';
import { type ErrorCode, registry } from '#platform/errors/registry.ts';
import type { Dialect } from '../../../gateway/dialects/shared/dialect.ts';
import type { Route } from '../../../gateway/routing/route.ts';
import { commonErrors, credentialErrors, errorsOf } from '../../../gateway/routing/route-errors.ts';
import { converted } from '../reference/json-schema.ts';
import { type Components, inDocumentForm, type Node } from './components.ts';
import { headersOfError } from './headers.ts';

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
  const { message, data } = registry[code];
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
    const sentences = codes.map((code) => `\`${this.#dialect.errorCode(code)}\`: ${registry[code].message}`);
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

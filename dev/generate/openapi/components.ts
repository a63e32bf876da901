import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { converted } from '../reference/json-schema.ts';

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
export function inDocumentForm(value: unknown): unknown {
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

import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { converted } from '../reference/json-schema.ts';

/** Any object of the document. */
export type Node = { readonly [name: string]: unknown };

/** Bounds of safe integers, which need no mention. */
const safe = Number.MAX_SAFE_INTEGER;

/** Returns a map with known names as an object with these members. */
function withMembers(schema: Node): Node {
  const { propertyNames, additionalProperties, ...others } = schema;
  const { enum: names } = (propertyNames ?? {}) as { enum?: readonly string[] };
  if (!names) return schema;
  const properties = Object.fromEntries(names.map((name) => [name, additionalProperties]));
  return { ...others, properties, additionalProperties: false };
}

/** Returns a schema in the form of the document: references into its components, without empty rules. */
export function written(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(written);
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
      name === '$ref' ? String(one).replace('#/$defs/', '#/components/schemas/') : written(one),
    ]),
  );
}

/** Adds a component and returns its name, which is numbered if the name has another component. */
function shared(components: Map<string, Node>, name: string, component: Node): string {
  for (let number = 1; ; number += 1) {
    const numbered = `${name}${number === 1 ? '' : number}`;
    const held = components.get(numbered);
    if (held === undefined) components.set(numbered, component);
    if (held === undefined || isDeepStrictEqual(held, component)) return numbered;
  }
}

/** The shared parts of a document. */
export class Components {
  readonly #schemas = new Map<string, Node>();
  readonly #parameters = new Map<string, Node>();
  readonly #examples = new Map<string, Node>();
  readonly #responses = new Map<string, Node>();

  /** Returns a schema; the named ones in it become components. */
  schema(schema: z.ZodType, io: 'input' | 'output' = 'output'): Node {
    const { schema: one, named } = converted(schema, io);
    for (const [name, inner] of Object.entries(named)) this.#schemas.set(name, written(inner) as Node);
    return written(one) as Node;
  }

  /** Adds a schema and returns a reference to it. */
  named(name: string, schema: Node): Node {
    this.#schemas.set(name, schema);
    return { $ref: `#/components/schemas/${name}` };
  }

  /** Adds a response and returns a reference to it; equal responses are one component. */
  response(name: string, response: Node): Node {
    return { $ref: `#/components/responses/${shared(this.#responses, name, response)}` };
  }

  /** Adds a parameter and returns a reference to it; equal parameters are one component. */
  parameter(parameter: Node): Node {
    return { $ref: `#/components/parameters/${shared(this.#parameters, String(parameter.name), parameter)}` };
  }

  /** Adds an example and returns a reference to it. */
  example(name: string, value: unknown): Node {
    this.#examples.set(name, { value });
    return { $ref: `#/components/examples/${name}` };
  }

  /** Returns all of them by kind and name. */
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

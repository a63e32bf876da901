import { z } from 'zod';

/** The members of JSON Schema that are needed to make samples. */
interface Schema {
  readonly type?: string | readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly additionalProperties?: Schema | boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
  readonly format?: string;
}

type Path = readonly (string | number)[];

/** A place in a request where a client can put a text or a list. */
export interface Place {
  readonly path: Path;
  readonly kind: 'text' | 'list' | 'record';
  /** Maximum length of the text or list at this place; null if the schema sets no limit. */
  readonly most: number | null;
  /** A sample entry for the list or record at this place; null if the place is a text. */
  readonly entry: unknown;
}

/** Texts for schemas with a format or a pattern. Each of these schemas accepts one of the texts. */
const texts = [
  ...['13', 'ada@example.com', 'https://shop.example/', '2026-01-01T00:00:00', 'EUR', 'GB', 'customer'],
  ...['+491701234567', 'a-device-of-ada', '123456', '8.2645', 'b'.repeat(32), 'A'.repeat(43)],
];

function textFor({ pattern, format }: Schema): string {
  if (format === 'uri') return 'https://shop.example/';
  const fits = pattern === undefined ? () => true : (text: string) => new RegExp(pattern, 'u').test(text);
  return texts.find(fits) ?? '13';
}

function typeOf({ type, properties, items }: Schema): string {
  const [one = properties ? 'object' : items ? 'array' : 'any'] = [type ?? []].flat();
  return one;
}

/**
 * The state of `sample` while it reads a schema. `variant`: in each choice (`anyOf`), `sample` takes the option
 * with this index. `variants`: the number of options in the largest choice so far.
 */
interface Reading {
  readonly variant: number;
  readonly places: Place[];
  variants: number;
}

/** Returns the options of a choice between schemas, such as `anyOf`, except the option null. */
function optionsOf({ anyOf, oneOf, allOf }: Schema): readonly Schema[] {
  return (anyOf ?? oneOf ?? allOf ?? []).filter(({ type }) => type !== 'null');
}

/** Returns a sample value for a schema. Adds the places inside the value to `at.places`. */
function sample(schema: Schema, path: Path, at: Reading): unknown {
  const { places } = at;
  const options = optionsOf(schema);
  // An integer that may be null is an optional revision or limit. The sample value is null.
  if (schema.anyOf?.length === 2 && options.every(({ type }) => type === 'integer')) return null;
  if (options.length > 0) {
    at.variants = Math.max(at.variants, options.length);
    return sample(options[at.variant % options.length] ?? {}, path, at);
  }
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  switch (typeOf(schema)) {
    case 'object':
      return sampleObject(schema, path, at);
    case 'array': {
      const entry = sample(schema.items ?? {}, [...path, 0], at);
      places.push({ path, kind: 'list', most: schema.maxItems ?? null, entry });
      return [entry];
    }
    case 'string':
      places.push({ path, kind: 'text', most: schema.maxLength ?? null, entry: null });
      return textFor(schema);
    case 'integer':
    case 'number':
      return Math.min(schema.maximum ?? 1, Math.max(schema.minimum ?? 1, 1));
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      places.push({ path, kind: 'text', most: null, entry: null });
      return '13';
  }
}

function sampleObject({ properties = {}, additionalProperties }: Schema, path: Path, at: Reading): unknown {
  const { places } = at;
  const members = Object.entries(properties).map(([name, one]) => [name, sample(one, [...path, name], at)]);
  if (typeof additionalProperties === 'object' && Object.keys(properties).length === 0) {
    const entry = sample(additionalProperties, [...path, 'a'], at);
    places.push({ path, kind: 'record', most: null, entry });
    return { a: entry };
  }
  return Object.fromEntries(members);
}

/**
 * Returns sample requests for the schema of an operation. Each has a list of the places where a client can put
 * a text, a list or a record. If a part of the schema has several options (`anyOf`), each option is in at least
 * one sample.
 */
export function sampleRequests(
  schema: z.ZodType,
): readonly { readonly request: unknown; readonly places: readonly Place[] }[] {
  const read = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema;
  const samples: { request: unknown; places: readonly Place[] }[] = [];
  for (let variant = 0, variants = 1; variant < variants; variant += 1) {
    const at: Reading = { variant, variants: 1, places: [] };
    samples.push({ request: sample(read, [], at), places: at.places });
    variants = at.variants;
  }
  return samples;
}

/** Returns a copy of a request with another value at a path. */
export function withAt(request: unknown, [first, ...rest]: Path, value: unknown): unknown {
  if (first === undefined) return value;
  if (Array.isArray(request)) return request.with(Number(first), withAt(request[Number(first)], rest, value));
  const members = request as Record<string, unknown>;
  return { ...members, [first]: withAt(members[first], rest, value) };
}

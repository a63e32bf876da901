import { z } from 'zod';

/** The members of JSON Schema that the schemas of answers and parameters use. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: JsonSchema | boolean;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly format?: string;
}

/** A schema, and the named schemas to which it refers. */
interface Converted {
  readonly schema: JsonSchema;
  readonly named: Readonly<Record<string, JsonSchema>>;
}

/** Converts the zod schema of an answer or a parameter to JSON Schema. A schema with a name becomes a reference. */
export function converted(schema: z.ZodType, io: 'input' | 'output' = 'output'): Converted {
  const { items = {}, $defs = {} } = z.toJSONSchema(z.array(schema), { io, unrepresentable: 'any' }) as {
    items?: JsonSchema;
    $defs?: Record<string, JsonSchema>;
  };
  const named = Object.entries($defs).filter(([name]) => !isInternal(name));
  return {
    schema: inlined(items, $defs),
    named: Object.fromEntries(named.map(([name, one]) => [name, inlined(one, $defs)])),
  };
}

/** Returns whether zod has generated the name, such as `__schema0`, for a schema without a name. */
function isInternal(name: string): boolean {
  return name.startsWith('__');
}

/**
 * Replaces each reference to an unnamed schema with the schema itself. A recursive reference becomes a schema
 * that accepts any value.
 */
function inlined(
  schema: JsonSchema,
  all: Readonly<Record<string, JsonSchema>>,
  within: readonly string[] = [],
): JsonSchema {
  const name = nameOf(schema);
  if (name !== undefined && isInternal(name)) {
    const { $ref: _ref, ...beside } = schema;
    if (within.includes(name)) return beside;
    return inlined({ ...all[name], ...beside }, all, [...within, name]);
  }
  const inner = (one: unknown): unknown => {
    if (Array.isArray(one)) return one.map(inner);
    if (typeof one !== 'object' || one === null) return one;
    return inlined(one as JsonSchema, all, within);
  };
  return Object.fromEntries(Object.entries(schema).map(([key, one]) => [key, inner(one)]));
}

/** Returns the name of the schema to which a reference leads; undefined if the schema is no reference. */
function nameOf({ $ref }: JsonSchema): string | undefined {
  return $ref?.split('/').at(-1);
}

function code(value: unknown): string {
  return `\`${JSON.stringify(value)}\``;
}

/** The largest integer of 32 bits. The reference does not mention bounds of this size or more. */
const largestInt32 = 2_147_483_647;

function numberType({ type, minimum, maximum }: JsonSchema): string {
  const words = type === 'integer' ? 'integer' : 'number';
  const least = minimum !== undefined && minimum > -largestInt32 ? minimum : undefined;
  const most = maximum !== undefined && maximum < largestInt32 ? maximum : undefined;
  if (least !== undefined && most !== undefined) return `${words}, ${least} to ${most}`;
  if (least !== undefined) return `${words}, at least ${least}`;
  return most === undefined ? words : `${words}, at most ${most}`;
}

function textType({ format, maxLength }: JsonSchema): string {
  const kind = format === 'uri' ? 'address' : format === 'email' ? 'e-mail address' : 'text';
  return maxLength === undefined ? kind : `${kind}, at most ${maxLength} characters`;
}

function choices(all: readonly JsonSchema[], link: (name: string) => string): string {
  const words = all.map((one) => typeText(one, link));
  // Only a schema that accepts any JSON value has more than four alternatives.
  if (words.includes('any') || all.length > 4) return 'any';
  return [...new Set(words)].join(' or ');
}

function isEmptyList({ type, maxItems }: JsonSchema): boolean {
  return type === 'array' && maxItems === 0;
}

function objectType(
  { properties, additionalProperties }: JsonSchema,
  link: (name: string) => string,
): string {
  if (properties) return Object.keys(properties).length === 0 ? '`{}`' : 'object';
  if (typeof additionalProperties !== 'object') return 'object';
  return `map of ${typeText(additionalProperties, link)}`;
}

/** Returns the type of a value in words. `link` writes a link to a named schema. */
export function typeText(schema: JsonSchema, link: (name: string) => string): string {
  const name = nameOf(schema);
  if (name !== undefined) return link(name);
  if (schema.const !== undefined) return code(schema.const);
  if (schema.enum) return schema.enum.map((one) => `\`${one}\``).join(', ');
  if (schema.anyOf) return choices(schema.anyOf, link);
  if (Array.isArray(schema.type)) return schema.type.map((type) => typeText({ type }, link)).join(' or ');
  switch (schema.type) {
    case 'array':
      if (isEmptyList(schema)) return '`[]`';
      return `list of ${typeText(schema.items ?? {}, link)}`;
    case 'object':
      return objectType(schema, link);
    case 'integer':
    case 'number':
      return numberType(schema);
    case 'string':
      return textType(schema);
    case 'boolean':
      return '`true` or `false`';
    default:
      return typeof schema.type === 'string' ? schema.type : 'any';
  }
}

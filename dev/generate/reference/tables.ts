import type { JsonSchema } from './json-schema.ts';
import { typeText } from './json-schema.ts';

/** Returns a text as a cell of a Markdown table. */
function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}

/** Returns a table in Markdown. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`;
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n');
}

/** A member of a schema, with its path from the object that the table describes. */
interface Member {
  readonly path: string;
  readonly schema: JsonSchema;
  readonly required: boolean;
}

/**
 * Returns the objects with members inside a value. `place` is the path from the value to the object. It is empty for
 * the value itself, `[]` for entries of a list, and `.*` for entries of a map.
 */
function innerOf(schema: JsonSchema): readonly (readonly [place: string, schema: JsonSchema])[] {
  if (schema.anyOf) return schema.anyOf.flatMap(innerOf);
  if (schema.properties) return [['', schema]];
  if (schema.items) return innerOf(schema.items).map(([place, one]) => [`[]${place}`, one]);
  const { additionalProperties: entry } = schema;
  if (typeof entry !== 'object') return [];
  return innerOf(entry).map(([place, one]) => [`.*${place}`, one]);
}

/** Returns all members of a value. The members of an inner object follow the member that contains the object. */
function membersOf(schema: JsonSchema, before = ''): readonly Member[] {
  return innerOf(schema).flatMap(([place, { properties = {}, required = [] }]) =>
    Object.entries(properties).flatMap(([name, one]) => {
      const path = `${before}${place}${before + place ? '.' : ''}${name}`;
      return [{ path, schema: one, required: required.includes(name) }, ...membersOf(one, path)];
    }),
  );
}

/** Returns a table of the members of a value; an empty text if the value has no members. */
export function memberTable(schema: JsonSchema, link: (name: string) => string): string {
  const members = membersOf(schema);
  if (members.length === 0) return '';
  const rows = members.map(({ path, schema: one, required }) => [
    `\`${path}\``,
    `${typeText(one, link)}${required ? '' : '; may be absent'}`,
    one.description ?? '',
  ]);
  return table(['member', 'type', 'meaning'], rows);
}

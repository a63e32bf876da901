import type { JsonSchema } from './json-schema.ts';
import { typeText } from './json-schema.ts';

/** A text in a cell of a table. */
function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}

/** A table in Markdown. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`;
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n');
}

/** A member by its path from the object that has the table. */
interface Member {
  readonly path: string;
  readonly schema: JsonSchema;
  readonly required: boolean;
}

/** The objects without a name that a value has inside, each with what its place adds to the path. */
function innerOf(schema: JsonSchema): readonly (readonly [place: string, schema: JsonSchema])[] {
  if (schema.anyOf) return schema.anyOf.flatMap(innerOf);
  if (schema.properties) return [['', schema]];
  if (schema.items) return innerOf(schema.items).map(([place, one]) => [`[]${place}`, one]);
  const { additionalProperties: entry } = schema;
  if (typeof entry !== 'object') return [];
  return innerOf(entry).map(([place, one]) => [`.*${place}`, one]);
}

/** All members of a value, those of objects inside it after the object itself. */
function membersOf(schema: JsonSchema, before = ''): readonly Member[] {
  return innerOf(schema).flatMap(([place, { properties = {}, required = [] }]) =>
    Object.entries(properties).flatMap(([name, one]) => {
      const path = `${before}${place}${before + place ? '.' : ''}${name}`;
      return [{ path, schema: one, required: required.includes(name) }, ...membersOf(one, path)];
    }),
  );
}

/** The members of a value as a table; empty for a value without any. */
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

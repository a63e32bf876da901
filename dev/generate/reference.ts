import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { z } from 'zod';
import { registry } from '#platform/errors/registry.ts';
import { inEnglishByKey } from '#platform/sentences/say.ts';
import { headersOf, queryOf } from '../../gateway/routing/declared-parameters.ts';
import type { Route } from '../../gateway/routing/route.ts';
import { dialects } from '../../gateway/views/dialects.ts';
import type { Dialect } from '../../gateway/views/shared/dialect.ts';
import type { ViewName } from '../../gateway/views/shared/views.ts';
import { converted, type JsonSchema, typeText } from './json-schema.ts';

const folder = 'docs/reference';

/** The text of each page in docs/reference, by file name, such as `cart.md`. */
type Pages = Readonly<Record<string, string>>;

/** Reads and returns the current pages in docs/reference. */
export async function referencePages(root: string): Promise<Pages> {
  const names = (await readdir(join(root, folder))).filter((name) => name.endsWith('.md'));
  const pages = names.map(async (name) => [name, await readFile(join(root, folder, name), 'utf8')] as const);
  return Object.fromEntries(await Promise.all(pages));
}

/** Returns every named schema in the answers of all dialects, by its name. */
function namedSchemas(): ReadonlyMap<string, JsonSchema> {
  const all = Object.values(dialects).flatMap(({ views }) =>
    Object.values(views).map(({ schema }) => converted(schema)),
  );
  return new Map(all.flatMap(({ named }) => Object.entries(named)));
}

/** Returns, for the name of each schema, the page that contains the table of this schema. */
function pagesOfSchemas(pages: Pages): ReadonlyMap<string, string> {
  const pageOfSchema = Object.entries(pages).flatMap(([page, text]) =>
    blocksOf(text)
      .filter(({ kind }) => kind === 'schema')
      .map(({ name }) => [name, page] as const),
  );
  return new Map(pageOfSchema);
}

/**
 * Returns a function that writes links from a page to the tables of schemas. The function adds the names of schemas
 * that have no table to `missing`.
 */
function linker(pageOfSchema: ReadonlyMap<string, string>, page: string, missing: Set<string>): Link {
  return (name) => {
    const place = pageOfSchema.get(name);
    if (place === undefined) missing.add(name);
    const anchor = `#schema-${name.toLowerCase()}`;
    return `[${name}](${place === page || place === undefined ? '' : place}${anchor})`;
  };
}

function schemaBlock(name: string, schema: JsonSchema, link: Link): string {
  const words = schema.description ? `\n\n${schema.description}` : '';
  return `\n### Schema: ${name}${words}\n\n${memberTable(schema, link)}\n`;
}

/** Returns sentences about wrong, missing or repeated markers on all pages. */
function markerProblems(pages: Pages, routes: ReadonlySet<string>, schemas: ReadonlySet<string>): string[] {
  const blocks = Object.values(pages).flatMap(blocksOf);
  const count = (kind: Block['kind'], name: string) =>
    blocks.filter((one) => one.kind === kind && one.name === name).length;
  const known = { route: routes, schema: schemas };
  return [
    ...Object.entries(pages).flatMap(([page, text]) =>
      strayMarkers(text).map((marker) => `${folder}/${page}: the marker ${marker} has no partner`),
    ),
    ...blocks
      .filter(({ kind, name }) => !known[kind].has(name))
      .map(({ kind, name }) => `${folder}: there is no ${kind} ${name}`),
    ...[...routes]
      .filter((name) => count('route', name) !== 1)
      .map((name) => `${folder}: the route ${name} has ${count('route', name)} markers, not one`),
    ...[...schemas]
      .filter((name) => count('schema', name) > 1)
      .map((name) => `${folder}: the schema ${name} has ${count('schema', name)} markers, not one`),
  ];
}

/** Returns the pages with generated text between their markers, and sentences about missing or wrong markers. */
export function reference(
  pages: Pages,
  routes: readonly Route[],
): { files: Record<string, string>; problems: string[] } {
  const byName = new Map(routes.map((route) => [nameOfRoute(route), route]));
  const schemas = namedSchemas();
  const pageOfSchema = pagesOfSchemas(pages);
  const missing = new Set<string>();
  const files = Object.entries(pages).map(([page, text]) => {
    const link = linker(pageOfSchema, page, missing);
    const content = ({ kind, name }: Block) => {
      if (kind === 'route') {
        const route = byName.get(name);
        return route ? routeBlock(route, link) : '';
      }
      const schema = schemas.get(name);
      return schema ? schemaBlock(name, schema, link) : '';
    };
    return [`${folder}/${page}`, filled(text, content)];
  });
  return {
    files: Object.fromEntries(files),
    problems: [
      ...markerProblems(pages, new Set(byName.keys()), new Set(schemas.keys())),
      ...routes.flatMap(undescribed),
      ...[...missing].map((name) => `${folder}: no page has the marker of the schema ${name}`),
    ],
  };
}

/** A pair of markers, such as `<!-- route GET /v2/cart -->` and `<!-- /route -->`, around generated text. */
interface Block {
  readonly kind: 'route' | 'schema';
  /** The name of a route, such as `GET /v2/cart`, or the name of a schema. */
  readonly name: string;
}

const blockPattern = /<!-- (route|schema) (.+?) -->\n(?:.*?\n)??<!-- \/\1 -->/gs;
const markerPattern = /<!-- \/?(?:route|schema)\b.*?-->/g;

/** Returns the pairs of markers on a page, in order. */
export function blocksOf(page: string): readonly Block[] {
  return [...page.matchAll(blockPattern)].map(([, kind, name = '']) => ({
    kind: kind as Block['kind'],
    name,
  }));
}

/** Returns the markers on a page that have no partner. */
function strayMarkers(page: string): readonly string[] {
  return page.replaceAll(blockPattern, '').match(markerPattern) ?? [];
}

/** Replaces the text between each pair of markers with the text that `content` returns for the pair. */
function filled(page: string, content: (block: Block) => string): string {
  return page.replaceAll(
    blockPattern,
    (_all, kind: Block['kind'], name: string) =>
      `<!-- ${kind} ${name} -->\n${content({ kind, name })}\n<!-- /${kind} -->`,
  );
}

/** Returns a text as a cell of a Markdown table. */
function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}

/** Returns a table in Markdown. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
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
function memberTable(schema: JsonSchema, link: (name: string) => string): string {
  const members = membersOf(schema);
  if (members.length === 0) return '';
  const rows = members.map(({ path, schema: one, required }) => [
    `\`${path}\``,
    `${typeText(one, link)}${required ? '' : '; may be absent'}`,
    one.description ?? '',
  ]);
  return table(['member', 'type', 'meaning'], rows);
}

/** Returns a link to the table of the schema `name`. */
type Link = (name: string) => string;

function parameterRows(place: string, schema: z.ZodObject): string[][] {
  return Object.entries(schema.shape as Record<string, z.ZodType>).map(([name, one]) => {
    const { schema: json } = converted(one, 'input');
    return [`\`${name}\``, place, typeText(json, (inner) => inner), defaultOf(one), json.description ?? ''];
  });
}

/**
 * Returns the default value of a parameter as text. Returns `required` for a parameter that must be sent, and empty
 * text for an optional parameter without a default value.
 */
function defaultOf(schema: z.ZodType): string {
  const { success, data } = schema.safeParse(undefined);
  if (!success) return 'required';
  return data === undefined ? '' : `\`${JSON.stringify(data)}\``;
}

/** Returns a sentence for each undescribed parameter of a route. */
function undescribed(route: Route): string[] {
  return rowsOf(route)
    .filter(([, , , , meaning]) => meaning === '')
    .map(
      ([name, place]) => `${nameOfRoute(route)}: the parameter ${name} in the ${place} lacks a description`,
    );
}

function rowsOf(route: Route): string[][] {
  const { params, body } = route.schemas;
  return [
    ...parameterRows('path', params),
    ...parameterRows('query', queryOf(route)),
    ...parameterRows('body', body),
    ...parameterRows('header', headersOf(route)),
  ];
}

/** Returns the name of a route as pages write it: `GET /v2/products/{id}`. */
export function nameOfRoute({ method, path }: Pick<Route, 'method' | 'path'>): string {
  return `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`;
}

/**
 * Returns one alternative (`anyOf`) of a view as text: its type, or its description if the alternative is an
 * unnamed object.
 */
function formText(schema: JsonSchema, link: Link): string {
  if (!schema.properties) return typeText(schema, link);
  return schema.description ?? 'an object';
}

/** Returns text about a view in a dialect. Adds a table of members if the view is one unnamed object. */
function viewText(view: ViewName, { views }: Dialect, link: Link): { line: string; members: string } {
  const { schema } = converted(views[view].schema);
  const { anyOf, items, description } = schema;
  const forms = anyOf ?? items?.anyOf ?? [schema];
  const type = forms.map((one) => formText(one, link)).join(', ');
  const line = `${items?.anyOf ? 'list of ' : ''}${type}`;
  return {
    line: description && !line.includes(description) ? `${line}. ${description}` : line,
    members: anyOf || items?.anyOf ? '' : memberTable(schema, link),
  };
}

function sentence(text: string): string {
  return text.endsWith('.') ? text : `${text}.`;
}

function answerText(view: ViewName, when: string, link: Link): string {
  const { line, members } = viewText(view, dialects.service, link);
  const cocart = viewText(view, dialects.cocart, link).line;
  const onCocart = cocart === line ? '' : ` On the CoCart mount: ${sentence(cocart)}`;
  const firstLine = `- ${when === '' ? '' : `${when}: `}${sentence(line)}${onCocart}`;
  return members === '' ? firstLine : `${firstLine}\n\n${members}\n`;
}

function answersText({ answers }: Route, link: Link): string {
  return Object.entries(answers)
    .map(([status, views]) => {
      const all = Object.entries(views) as [ViewName, string][];
      return `**Answer ${status}**\n\n${all.map(([view, when]) => answerText(view, when, link)).join('\n')}`;
    })
    .join('\n\n');
}

function errorsTable({ errors }: Route): string {
  const rows = [...new Set(errors)]
    .toSorted((one, other) => registry[one].status - registry[other].status || one.localeCompare(other, 'en'))
    .map((code) => [String(registry[code].status), `[\`${code}\`](../errors.md)`, inEnglishByKey[code]]);
  return rows.length === 0 ? '' : `\n\n**Errors**\n\n${table(['status', 'code', 'sentence'], rows)}`;
}

/** Merges consecutive rows that differ only in their first cell. The first cell of the merged row lists all names. */
function merged(rows: readonly string[][]): string[][] {
  const kept: string[][] = [];
  for (const [name = '', ...others] of rows) {
    const [last, ...before] = kept.at(-1) ?? [];
    if (last !== undefined && before.join('|') === others.join('|')) {
      kept[kept.length - 1] = [`${last}, ${name}`, ...others];
    } else kept.push([name, ...others]);
  }
  return kept;
}

/** Returns the generated text about a route: its parameters, answers and errors. */
function routeBlock(route: Route, link: Link): string {
  const parameters = table(['parameter', 'in', 'type', 'default', 'meaning'], merged(rowsOf(route)));
  return `\n\`${nameOfRoute(route)}\`: ${route.summary}.\n\n${parameters}\n\n${answersText(route, link)}${errorsTable(route)}\n`;
}

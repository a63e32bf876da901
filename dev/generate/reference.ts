import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dialects } from '../../gateway/dialects/dialects.ts';
import type { Route } from '../../gateway/routing/route.ts';
import { converted, type JsonSchema } from './reference/json-schema.ts';
import { type Block, blocksOf, filled, strayMarkers } from './reference/markers.ts';
import { type Link, nameOfRoute, routeBlock, undescribed } from './reference/route-block.ts';
import { memberTable } from './reference/tables.ts';

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
  const all = Object.values(dialects).flatMap(({ schemas }) =>
    Object.values(schemas).map((one) => converted(one)),
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

import { isOfDialect, type Route } from '../../gateway/routing/route.ts';
import { readReaders } from '../../gateway/site/pages.ts';
import { dialects } from '../../gateway/views/dialects.ts';
import type { Dialect } from '../../gateway/views/shared/dialect.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { Components, Errors, headerComponents, type Node } from './openapi-components.ts';
import { openingOf, operationOf, proseOf, titleOf } from './openapi-operation.ts';
import { nameOfRoute } from './reference.ts';

/** By file name: the text of a page in docs/reference. */
type Pages = Readonly<Record<string, string>>;

const folder = 'gateway/openapi';

/** The path of each dialect's default mount. A gateway that serves the dialect at another path replaces this path. */
const prefixes: Readonly<Record<keyof typeof dialects, string>> = { service: '/', cocart: '/wp-json/cocart' };

const description = `Products, carts, logins and sessions of a shop.

- A guest's cart belongs to a key: it comes in \`Cart-Key\` with the first answer and goes back with every request.
- Members of a body may also be in the query, and a body may also be a form (\`application/x-www-form-urlencoded\`).
- Unknown parameters and members are ignored; with \`Prefer: handling=strict\` they are refused with the nearest name.
- \`fields\` cuts an answer to the members that it names, so an answer to such a request has fewer members than its schema.
- Every error has \`code\` for programs, \`message\` for people, and \`data\` with the status and the members of its code.
- A password is accepted over HTTPS only, and passes the login extensions of the shop on every route.`;

const inQuery = (name: string, what: string): Node => ({
  type: 'apiKey',
  in: 'query',
  name,
  description: what,
});

const securitySchemes: Node = {
  basic: {
    type: 'http',
    scheme: 'basic',
    description: "A customer's user name, e-mail address or phone number, and the password. Over HTTPS only.",
  },
  bearer: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'The access token of a login.',
  },
  keyPair: {
    type: 'http',
    scheme: 'basic',
    description: 'The consumer key and consumer secret of a key pair. Over HTTPS only.',
  },
  keyPairInQuery: inQuery('consumer_key', 'The consumer key, where a server removes `Authorization`.'),
  keySecretInQuery: inQuery(
    'consumer_secret',
    'The consumer secret, where a server removes `Authorization`.',
  ),
};

function pathsOf(routes: readonly Route[], context: Parameters<typeof operationOf>[1]): Node {
  const paths: Record<string, Record<string, Node>> = {};
  for (const route of routes) {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route, context) };
  }
  return paths;
}

/** The paths of all pages, in the order of docs/README.md. */
const order = (await readReaders()).flatMap((reader) => reader.pages.map(({ path }) => path));

/**
 * Returns the tags of the document: one for each page of docs/reference that describes routes, in the order of
 * docs/README.md, in which v2 comes before v1.
 */
function tagsOf(pages: Pages, used: ReadonlySet<string>): readonly Node[] {
  const placeOf = (page: string) => order.indexOf(`reference/${page}`);
  return Object.entries(pages)
    .map(([file, text]) => ({ page: file.replace(/\.md$/, ''), name: titleOf(text), text }))
    .filter(({ name }) => used.has(name))
    .toSorted((one, other) => placeOf(one.page) - placeOf(other.page))
    .map(({ page, name, text }) => ({ name, description: openingOf(page, text) }));
}

/** Returns the OpenAPI document of a dialect. */
function openApiDocument(dialect: Dialect, prefix: string, pages: Pages, routes: readonly Route[]): Node {
  const components = new Components();
  const prose = proseOf(pages);
  const paths = pathsOf(routes, { dialect, components, errors: new Errors(components, dialect), prose });
  const titles = routes.flatMap((route) => prose.get(nameOfRoute(route))?.title ?? []);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Cartwright',
      version: packageJson.version,
      description,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: prefix }],
    tags: tagsOf(pages, new Set(titles)),
    paths,
    components: { ...components.all(), headers: headerComponents, securitySchemes },
  };
}

/** Returns a value as JSON. Each operation and each component has its own line, which makes diffs readable. */
function text(value: unknown, depth = 0): string {
  if (depth === 3 || typeof value !== 'object' || value === null || Array.isArray(value))
    return JSON.stringify(value);
  const indent = ' '.repeat(depth + 1);
  const members = Object.entries(value).map(
    ([name, one]) => `${indent}${JSON.stringify(name)}: ${text(one, depth + 1)}`,
  );
  return `{\n${members.join(',\n')}\n${' '.repeat(depth)}}`;
}

const ofDialect = (routes: readonly Route[], dialect: Dialect) =>
  routes.filter((route) => isOfDialect(route, dialect));

/** Returns, by file name, the text of the OpenAPI document of each dialect. */
export function openApiFiles(pages: Pages, routes: readonly Route[]): Record<string, string> {
  return Object.fromEntries(
    Object.entries(dialects).map(([name, dialect]) => [
      `${folder}/${name}.json`,
      `${text(openApiDocument(dialect, prefixes[name as keyof typeof dialects], pages, ofDialect(routes, dialect)))}\n`,
    ]),
  );
}

import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
type Members = { [name: string]: Json };

const isMembers = (value: Json | undefined): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const members = (value: Json | undefined): Members => (isMembers(value) ? value : {});

/**
 * Yields the targets of `$ref` members inside a value. Yields only targets that begin with `prefix`, and leaves
 * out the prefix: `Cart` for `#/components/schemas/Cart`.
 */
function* references(value: Json | undefined, prefix: string): Generator<string> {
  if (Array.isArray(value)) for (const one of value) yield* references(one, prefix);
  if (!isMembers(value)) return;
  const { $ref, ...others } = value;
  if (typeof $ref === 'string' && $ref.startsWith(prefix)) yield $ref.slice(prefix.length);
  yield* references(Object.values(others), prefix);
}

/** Returns the named schemas to which a value refers, directly or through other schemas. */
function reachable(schemas: Members, from: Json): Members {
  const names = new Set(references(from, '#/components/schemas/'));
  // A loop over a set also visits the names that are added during the loop.
  for (const name of names)
    for (const next of references(schemas[name], '#/components/schemas/')) names.add(next);
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => names.has(name)));
}

/** Returns the `content` of an answer with only the schema of each media type. */
function withoutExamples(content: Json | undefined): Members {
  const types = Object.entries(members(content));
  return Object.fromEntries(types.map(([type, media]) => [type, { schema: members(media).schema ?? {} }]));
}

/** Returns an operation without its description, tags, security, error answers and examples. */
function withoutProse(operation: Members): Members {
  const { description: _, tags: __, security: ___, ...others } = operation;
  const answers = Object.entries(members(operation.responses)).filter(([status]) => status.startsWith('2'));
  return {
    ...others,
    responses: Object.fromEntries(
      answers.map(([status, answer]) => {
        const { description = '', content } = members(answer);
        return [status, { description, content: withoutExamples(content) }];
      }),
    ),
  };
}

/**
 * Returns the document without v1, which the TypeScript client does not support, and without parts that do not affect
 * types.
 */
function withoutUnused(document: Members): Members {
  const paths = Object.fromEntries(
    Object.entries(members(document.paths))
      .filter(([path]) => !path.startsWith('/v1/'))
      .map(([path, operations]) => [
        path,
        Object.fromEntries(
          Object.entries(members(operations)).map(([method, operation]) => [
            method,
            withoutProse(members(operation)),
          ]),
        ),
      ]),
  );
  const { schemas, parameters = {} } = members(document.components);
  const errors = Object.keys(members(schemas)).filter((name) => name.startsWith('Error'));
  const kept = reachable(members(schemas), [
    paths,
    parameters,
    ...errors.map((name) => ({ $ref: `#/components/schemas/${name}` })),
  ]);
  return {
    openapi: document.openapi ?? '',
    info: document.info ?? {},
    paths,
    components: { schemas: kept, parameters },
  };
}

/** Returns the names of the routes that have a header as a parameter, such as `POST /v2/cart`. */
function routesWith(document: Members, header: string): string[] {
  const reference = `#/components/parameters/${header}`;
  return Object.entries(members(document.paths)).flatMap(([path, operations]) =>
    Object.entries(members(operations))
      .filter(([, operation]) =>
        [...references(members(operation).parameters, '')].some(($ref) => $ref === reference),
      )
      .map(([method]) => `${method.toUpperCase()} ${path}`),
  );
}

const listOf = (name: string, docstring: string, routes: readonly string[]) =>
  `/** ${docstring} */\nexport const ${name}: ReadonlySet<string> = /* @__PURE__ */ new Set([\n${routes
    .map((route) => `  '${route}',\n`)
    .join('')}]);\n`;

const root = join(import.meta.dirname, '../..');
const document = join(root, 'gateway/openapi/service.json');
const folder = join(root, 'clients/typescript/src/generated');

/**
 * Writes `clients/typescript/src/generated` from the OpenAPI document, unless it is newer than the document and this file.
 * Git does not have these files: whatever builds, checks or tests the client calls this function before.
 */
export async function writeClientTypes(): Promise<void> {
  const [made = 0, ...sources] = await Promise.all(
    [join(folder, 'schema.ts'), document, import.meta.filename].map((path) =>
      stat(path).then(
        ({ mtimeMs }) => mtimeMs,
        () => 0,
      ),
    ),
  );
  if (made > Math.max(...sources)) return;
  // The package is loaded only here, because the files are usually there.
  const { astToString, default: openapiTS } = await import('openapi-typescript');
  const used = withoutUnused(JSON.parse(await readFile(document, 'utf8')));
  const ast = await openapiTS(JSON.stringify(used), { emptyObjectsUnknown: true, silent: true });
  await mkdir(folder, { recursive: true });
  await put('routes.ts', [
    listOf('cartRoutes', 'The routes about a cart: they take `Cart-Key`.', routesWith(used, 'Cart-Key')),
    listOf(
      'repeatableWrites',
      'The writes that take `Idempotency-Key`.',
      routesWith(used, 'Idempotency-Key'),
    ),
  ]);
  await put('schema.ts', [astToString(ast)]);
}

/** Writes a file at once, since other processes may read it. */
async function put(name: string, parts: readonly string[]): Promise<void> {
  const fresh = join(folder, `.${name}.${process.pid}`);
  await writeFile(
    fresh,
    `// Made from gateway/openapi/service.json (dev/generate/client-types.ts).\n${parts.join('\n')}`,
  );
  await rename(fresh, join(folder, name));
}

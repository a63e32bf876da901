import openapiTS, { astToString } from 'openapi-typescript';

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

/** Returns the generated files of `clients/typescript` by path. `text` is the OpenAPI document as JSON. */
export async function clientTypes(text: string): Promise<Record<string, string>> {
  const document = withoutUnused(JSON.parse(text));
  const types = astToString(
    await openapiTS(JSON.stringify(document), { emptyObjectsUnknown: true, silent: true }),
  );
  const warning = '// Written by `npm run generate` from gateway/openapi/service.json.\n';
  return {
    'clients/typescript/src/generated/schema.ts': `${warning}${types}`,
    'clients/typescript/src/generated/routes.ts': `${warning}${[
      listOf(
        'cartRoutes',
        'The routes about a cart: they take `Cart-Key`.',
        routesWith(document, 'Cart-Key'),
      ),
      listOf(
        'repeatableWrites',
        'The writes that take `Idempotency-Key`.',
        routesWith(document, 'Idempotency-Key'),
      ),
    ].join('\n')}`,
  };
}

import { readFile } from 'node:fs/promises';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { routes } from '../../gateway/routes/all-routes.ts';
import { isOfDialect } from '../../gateway/routing/route.ts';
import { dialects } from '../../gateway/views/dialects.ts';
import type { Dialect } from '../../gateway/views/shared/dialect.ts';
import type { ViewName } from '../../gateway/views/shared/views.ts';
import { Components } from './openapi-components.ts';
import { exampleAnswers, exampleRequests } from './openapi-operation.ts';
import { nameOfRoute } from './reference.ts';

/** Views without an example. `cartEvents` has none, because its answer is a stream that stays open. */
const withoutExample = ['cartEvents'];

const names = ['service', 'cocart'] as const;

/** Returns the views of all routes, except those in `withoutExample`. */
function views(dialect: Dialect): ViewName[] {
  const own = routes.filter((route) => isOfDialect(route, dialect));
  const all = new Set(
    own.flatMap(({ answers }) => Object.values(answers).flatMap((shown) => Object.keys(shown))),
  );
  return [...all].filter((name) => !withoutExample.includes(name)) as ViewName[];
}

test.each(names)('%s has an example of each view, and each example fits the schema of its view', (name) => {
  const components = new Components();
  const dialect = dialects[name];
  const properties = Object.fromEntries(
    views(dialect).map((view) => [view, components.schema(dialect.views[view].schema)]),
  );
  const schema = {
    properties,
    required: views(dialect),
    additionalProperties: false,
    components: components.all(),
  };
  const ajv = new Ajv2020({ strict: false, validateFormats: false, inlineRefs: false });
  const check = ajv.compile(schema);
  expect([check(exampleAnswers[name]), ajv.errorsText(check.errors)]).toEqual([true, 'No errors']);
});

test.each(names)('every operation of the document of %s has an example of its answer', async (name) => {
  const file = new URL(`../../gateway/openapi/${name}.json`, import.meta.url);
  const { paths, components } = JSON.parse(await readFile(file, 'utf8'));
  type Operation = { operationId: string; responses: Record<string, { content?: Record<string, object> }> };
  const operations = Object.values(paths).flatMap((one) => Object.values(one as Record<string, Operation>));
  const without = operations.filter(({ responses }) => {
    const answers = Object.entries(responses).filter(([status]) => status.startsWith('2'));
    return !answers.every(([, { content = {} }]) => 'examples' in (content['application/json'] ?? {}));
  });
  expect(without.map(({ operationId }) => operationId)).toEqual(['getV2CartEvents']);
  expect(Object.keys(components.examples).sort()).toEqual(Object.keys(exampleAnswers[name] ?? {}).sort());
});

test('no example contains a secret, an address or a time of the system from which it was recorded', () => {
  const all = JSON.stringify(exampleAnswers);
  expect(all.match(/127\.0\.0\.1|localhost|\b[cs][ks]_[0-9a-f]/g)).toBeNull();
  expect(new Set(all.match(/20(2[6-9]|[3-9]\d)-\d\d/g))).toEqual(new Set(['2026-05']));
});

interface Body {
  readonly content: {
    readonly 'application/json': {
      readonly example?: object;
      readonly schema: { readonly properties?: object };
    };
  };
}
type Operations = Readonly<Record<string, { readonly requestBody?: Body }>>;
type Document = { readonly paths: Readonly<Record<string, Operations>> };

/** Returns the bodies of a document by route. */
function bodiesOf({ paths }: Document): (readonly [route: string, body: Body])[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { requestBody }]) =>
      requestBody ? [[`${method.toUpperCase()} ${path}`, requestBody] as const] : [],
    ),
  );
}

/** The routes that the CoCart mount does not have. */
const atRootOnly = new Set(routes.filter((route) => route.dialect).map(nameOfRoute));

test.each(['service', 'cocart'])(
  'in the document of %s every body has an example that fits',
  async (dialect) => {
    const file = new URL(`../../gateway/openapi/${dialect}.json`, import.meta.url);
    const document = JSON.parse(await readFile(file, 'utf8'));
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    const problems = bodiesOf(document).flatMap(([route, { content }]) => {
      const { example, schema } = content['application/json'];
      if (!example) return [`${route} has no example`];
      const check = ajv.compile({ ...schema, components: document.components });
      // The schema accepts unknown members, so the test itself looks for misspelt members.
      const unknown = Object.keys(example).filter((name) => !(name in (schema.properties ?? {})));
      return check(example) && unknown.length === 0
        ? []
        : [`${route}: ${ajv.errorsText(check.errors)} ${unknown}`];
    });
    expect(problems).toEqual([]);
    expect(
      bodiesOf(document)
        .map(([route]) => route)
        .sort(),
    ).toEqual(
      Object.keys(exampleRequests)
        .filter((route) => dialect === 'service' || !atRootOnly.has(route))
        .sort(),
    );
  },
);

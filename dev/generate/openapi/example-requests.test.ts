import { readFile } from 'node:fs/promises';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { exampleRequests } from './example-requests.ts';

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

test.each(['service', 'cocart'])(
  'in the document of %s every body has an example that fits',
  async (dialect) => {
    const file = new URL(`../../../gateway/openapi/${dialect}.json`, import.meta.url);
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
    ).toEqual(Object.keys(exampleRequests).sort());
  },
);

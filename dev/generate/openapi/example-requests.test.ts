import { readFile } from 'node:fs/promises';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { exampleRequests } from './example-requests.ts';

interface Media {
  readonly example?: unknown;
}
type Operations = Readonly<
  Record<string, { readonly requestBody?: { readonly content: { readonly 'application/json': Media } } }>
>;

test.each(['service', 'cocart'])(
  'in the document of %s every body has an example that fits',
  async (dialect) => {
    const file = new URL(`../../../gateway/openapi/${dialect}.json`, import.meta.url);
    const document = JSON.parse(await readFile(file, 'utf8')) as {
      paths: Readonly<Record<string, Operations>>;
    };
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema(document, 'document');
    const problems: string[] = [];
    let bodies = 0;
    for (const [path, operations] of Object.entries(document.paths)) {
      for (const [method, { requestBody }] of Object.entries(operations)) {
        if (!requestBody) continue;
        bodies += 1;
        const place = `${method.toUpperCase()} ${path}`;
        const { example } = requestBody.content['application/json'];
        const pointer = encodeURIComponent(path.replaceAll('~', '~0').replaceAll('/', '~1'));
        const check = ajv.getSchema(
          `document#/paths/${pointer}/${method}/requestBody/content/application~1json/schema`,
        );
        if (example === undefined) problems.push(`${place} has no example`);
        else if (!check?.(example)) problems.push(`${place}: ${ajv.errorsText(check?.errors)}`);
        // A misspelt member would pass: bodies may have members that are not described.
        const schema = check?.schema as { readonly properties?: object } | undefined;
        for (const name of Object.keys(example ?? {}))
          if (!(name in (schema?.properties ?? {}))) problems.push(`${place}: ${name} is not described`);
      }
    }
    expect(problems).toEqual([]);
    expect(bodies).toBe(Object.keys(exampleRequests).length);
  },
);

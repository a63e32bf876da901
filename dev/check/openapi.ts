// Checks the OpenAPI documents with the recommended rules of Redocly. Any finding makes the check fail.
import { join } from 'node:path';
import { createConfig, lint } from '@redocly/openapi-core';
import { root } from '../base/settings.ts';

const rules = {
  // In CoCart, `/products/categories/variations` matches both `/products/{id}/variations` and
  // `/products/categories/{id}`. The gateway prefers a literal segment to a parameter.
  'no-ambiguous-paths': 'off',
} as const;

const config = await createConfig({ extends: ['recommended'], rules });
for (const name of ['service', 'cocart']) {
  const file = join(root, `gateway/openapi/${name}.json`);
  for (const { ruleId, message, location } of await lint({ ref: file, config })) {
    process.stdout.write(`${name}.json ${location[0]?.pointer}: ${message} (${ruleId})\n`);
    process.exitCode = 1;
  }
}

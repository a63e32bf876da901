import { z } from 'zod';
import { type ErrorCode, registry } from '#platform/errors/registry.ts';
import { inEnglishByKey } from '#platform/sentences/say.ts';

/** Returns an error code as the CoCart mount writes it. */
function cocartSpelling(code: string): string {
  return code.replace(/^service_/, 'cocart_');
}

/** Returns the members of an error's `data` as text: `name: type` for each member. */
function members(data: z.ZodObject): string {
  const { properties = {} } = z.toJSONSchema(data);
  return Object.entries(properties)
    .map(([name, schema]) => `\`${name}\`: ${typeof schema === 'object' ? typeOf(schema) : 'any'}`)
    .join('<br>');
}

function typeOf(schema: z.core.JSONSchema.BaseSchema): string {
  if (schema.type !== 'array') return String(schema.type ?? 'any');
  const { items } = schema;
  const entry = typeof items === 'object' && !Array.isArray(items) ? typeOf(items) : 'any';
  return `array of ${entry}`;
}

/** Returns the text of `docs/errors.md`, which lists every public error of the registry, sorted by status and code. */
export function errorsDocument(): string {
  const codes = Object.keys(registry) as ErrorCode[];
  const lines = codes
    .map((code) => [code, registry[code]] as const)
    .sort(
      ([one, { status: first }], [other, { status: second }]) =>
        first - second || one.localeCompare(other, 'en'),
    )
    .map(
      ([code, { status, data }]) =>
        `| ${status} | \`${code}\` | \`${cocartSpelling(code)}\` | ${members(data)} | ${inEnglishByKey[code]} |`,
    );
  return `# Errors

\`dev/generate.ts\` makes this page from \`platform/errors/registry.ts\`; do not edit it. Every error has the same body:

\`\`\`json
{ "code": "service_product_invalid_id", "message": "There is no product with this ID.", "data": { "status": 404 } }
\`\`\`

\`data\` has the status and the members in the table. The CoCart mount writes the prefix \`service_\` as \`cocart_\`.
A sentence may contain a value, such as a product's name or a limit. Programs should compare the code only.

| status | code | on the CoCart mount | members of \`data\` | sentence |
|---|---|---|---|---|
${lines.join('\n')}
`;
}

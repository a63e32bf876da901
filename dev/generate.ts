// `npm run generate`: writes the generated files. With `--check`, the command writes no files and reports outdated
// files. With `--client`, it makes only the types of the TypeScript client, which git does not have.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { routes } from '../gateway/routes/all-routes.ts';
import { root } from './base/settings.ts';
import { say } from './base/terminal.ts';
import { writeClientTypes } from './generate/client-types.ts';
import { errorsDocument } from './generate/errors.ts';
import { openApiFiles } from './generate/openapi.ts';
import { reference, referencePages } from './generate/reference.ts';
import { gaps, readRowTests, specificationDocument } from './generate/specification.ts';

async function generated(): Promise<{ files: Record<string, string>; problems: string[] }> {
  const tests = await readRowTests(join(root, 'tests/specification'));
  const pages = await referencePages(root);
  const { files, problems } = reference(pages, routes);
  return {
    files: {
      'docs/specification.md': specificationDocument(tests),
      'docs/errors.md': errorsDocument(),
      ...files,
      ...openApiFiles(pages, routes),
    },
    problems: [...gaps(tests), ...problems],
  };
}

async function outdated(files: Readonly<Record<string, string>>): Promise<string[]> {
  const names = [];
  for (const [name, content] of Object.entries(files)) {
    const current = await readFile(join(root, name), 'utf8').catch(() => null);
    if (current !== content) names.push(name);
  }
  return names;
}

async function main(): Promise<void> {
  if (process.argv.includes('--client')) return writeClientTypes();
  const check = process.argv.includes('--check');
  const { files, problems } = await generated();
  const names = await outdated(files);
  if (check) problems.push(...names.map((name) => `${name} is out of date; npm run generate writes it`));
  for (const name of check ? [] : names) {
    await mkdir(dirname(join(root, name)), { recursive: true });
    await writeFile(join(root, name), files[name] ?? '');
    say(`${name} written`);
  }
  if (!check) await writeClientTypes();
  for (const problem of problems) say(problem);
  // With `--check`, a problem is an error: for example, a row of the specification without a test. Without `--check`,
  // a problem is only printed.
  if (check && problems.length > 0) process.exitCode = 1;
}

await main();

import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';

const root = resolve(fileURLToPath(import.meta.url), '../../..');
const packages = ['mongoose', 'ioredis', 'nats', 'koa', 'zod', 'vitest'];

/** Files by path that break no rule: each file imports only what its folder may import. */
const allowed: Readonly<Record<string, string>> = {
  'contracts/operation.ts':
    "import 'zod';\nimport type { Code } from '#platform/errors/codes.ts';\nexport type Named = Code;",
  'platform/errors/codes.ts': "import 'zod';\nexport type Code = string;",
  'platform/sentences/english.ts': "import type {} from '../errors/codes.ts';",
  'platform/money/money.ts': 'export const zero = 0;',
  'platform/bus/bus.ts': "import 'nats';\nimport '#contracts/operation.ts';",
  'platform/service/edge.ts': "import 'koa';\nimport '#platform/bus/bus.ts';",
  'platform/mongodb/engine.ts': "import 'mongoose';\nimport '#platform/service/edge.ts';",
  'platform/terminal/table.ts': "import '../errors/codes.ts';",
  'platform/redis/connection.ts': "import 'ioredis';",
  'platform/events/stream.ts': "import 'nats';\nimport '#contracts/operation.ts';",
  'testing/system.ts': "import '../dev/start.ts';",
  'services/cart/domain/line.ts':
    "import 'node:crypto';\nimport 'zod';\nimport '#contracts/operation.ts';\nimport '#platform/money/money.ts';",
  'services/cart/domain/line.test.ts': "import 'vitest';\nimport './line.ts';",
  'services/cart/store/carts.ts': "import 'ioredis';\nimport '../domain/line.ts';",
  'services/cart/main.ts': "import 'nats';\nimport './store/carts.ts';\nimport '#platform/service/edge.ts';",
  'services/catalogue/store/products.ts': "import 'mongoose';",
  'services/catalogue/events.ts':
    "import '#platform/mongodb/engine.ts';\nimport '#platform/events/stream.ts';",
  'services/catalogue/settings/store/settings.ts': "import 'mongoose';",
  'services/catalogue/settings/memory.ts': "import type {} from 'nats';\nimport './store/settings.ts';",
  'gateway/main.ts': "import 'koa';\nimport '#platform/bus/bus.ts';",
  'gateway/routing/route.ts': "import 'koa';",
  'gateway/routes/account/login.ts': "import '../../routing/route.ts';",
  'cli/shared/bus.ts': "import 'nats';",
  'cli/main.ts': "import './shared/bus.ts';",
  'dev/start.ts': "import 'node:fs';",
  'dev/generate/specification.ts': "import '../../tests/specification/rows.ts';",
  'tests/specification/rows.ts': 'export const rows = [];',
};

/** Files that break exactly one rule each, at least one file for every rule. */
const broken: readonly (readonly [rule: string, file: string, text: string])[] = [
  ['domain-is-pure', 'services/cart/domain/clock.ts', "import '#platform/bus/bus.ts';"],
  ['domain-is-pure', 'services/cart/domain/waits.ts', "import 'node:timers';"],
  ['domain-is-pure', 'services/auth/model/waits.ts', "import 'node:timers';"],
  ['domain-is-pure', 'services/cart/model/stored.ts', "import '../store/carts.ts';"],
  ['services-say-no-sentences', 'services/cart/refusal.ts', "import '#platform/sentences/english.ts';"],
  ['services-stand-alone', 'services/cart/shortcut.ts', "import '../catalogue/store/products.ts';"],
  ['databases-in-stores', 'services/cart/operations.ts', "import 'ioredis';"],
  ['databases-in-stores', 'services/catalogue/operations.ts', "import type {} from 'mongoose';"],
  ['databases-in-stores', 'platform/events/kept.ts', "import 'mongoose';"],
  ['faces-reach-no-engine', 'gateway/live.ts', "import '#platform/redis/connection.ts';"],
  ['commands-run-without-vitest', 'tests/faults/main.ts', "import 'vitest';"],
  ['nats-in-the-platform', 'services/cart/relay.ts', "import 'nats';"],
  ['http-at-the-edges', 'services/cart/page.ts', "import 'koa';"],
  ['faces-know-no-service', 'gateway/carts.ts', "import '../services/cart/domain/line.ts';"],
  ['faces-apart', 'cli/cart.ts', "import '../gateway/main.ts';"],
  ['contracts-are-schemas', 'contracts/cart.ts', "import '#platform/money/money.ts';"],
  ['contracts-take-types-of-errors', 'contracts/codes.ts', "import '#platform/errors/codes.ts';"],
  ['platform-below-all', 'platform/bus/cart.ts', "import '../../cli/shared/bus.ts';"],
  ['platform-below-all', 'platform/mongodb/prices.ts', "import '../../services/catalogue/events.ts';"],
  ['import-is-silent', 'platform/woocommerce/report.ts', "import '../terminal/table.ts';"],
  ['bus-below-service', 'platform/bus/counted.ts', "import '#platform/service/edge.ts';"],
  ['platform-runs-without-dev', 'gateway/engines.ts', "import '../dev/start.ts';"],
  ['streams-below-routing', 'gateway/live/stream.ts', "import '../routing/route.ts';"],
  ['routing-knows-no-route', 'gateway/routing/special.ts', "import '../routes/account/login.ts';"],
  ['clients-stand-alone', 'clients/typescript/src/keys.ts', "import 'node:crypto';"],
  ['hooks-need-client-and-react', 'clients/react/src/keys.ts', "import 'node:crypto';"],
  ['money-and-errors-are-pure', 'platform/money/rates.ts', "import 'node:fs';"],
  ['tax-is-pure', 'platform/tax/table.ts', "import 'node:fs';"],
  ['nothing-imports-tests', 'gateway/rows.ts', "import '../tests/specification/rows.ts';"],
  ['no-cycles', 'gateway/itself.ts', "import './other.ts';"],
  ['no-orphans', 'gateway/left-over.ts', 'export const nothing = 0;'],
  ['resolvable', 'gateway/typing-error.ts', "import './mian.ts';"],
  ['declared', 'gateway/undeclared.ts', "import 'vitest';"],
];
const otherFiles = { 'gateway/other.ts': "import './itself.ts';" };

const Report = z.object({
  summary: z.object({
    totalCruised: z.int(),
    violations: z.array(z.object({ from: z.string(), rule: z.object({ name: z.string() }) })),
  }),
});

let folder = '';

async function write(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    const target = join(folder, path);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, `${text}\nexport {};\n`);
  }
}

/** Returns the violations of the rules, each as `rule: file`, sorted and without duplicates. */
async function violations(config = '.dependency-cruiser.cjs'): Promise<string[]> {
  const args = ['--config', join(root, config), '--output-type', 'json', '.'];
  const program = join(root, 'node_modules/.bin/depcruise');
  const { promise, resolve: done, reject } = Promise.withResolvers<string>();
  const child = execFile(process.execPath, [program, ...args], { cwd: folder }, (error, output) => {
    if (error && output === '') reject(error);
    else done(output);
  });
  child.stdin?.end();
  const { summary } = Report.parse(JSON.parse(await promise));
  expect(summary.totalCruised).toBeGreaterThanOrEqual(Object.keys(allowed).length);
  return [...new Set(summary.violations.map(({ from, rule }) => `${rule.name}: ${from}`))].sort();
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cartwright-boundaries-'));
  const dependencies = Object.fromEntries(packages.map((name) => [name, '*']));
  const { vitest, ...runtime } = dependencies;
  const manifest = {
    type: 'module',
    imports: { '#contracts/*': './contracts/*', '#platform/*': './platform/*' },
    dependencies: runtime,
    devDependencies: { vitest },
  };
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: { module: 'nodenext' } }));
  for (const name of packages) {
    const place = join(folder, 'node_modules', name);
    await mkdir(place, { recursive: true });
    await writeFile(join(place, 'package.json'), JSON.stringify({ name, type: 'module', main: 'index.js' }));
    await writeFile(join(place, 'index.js'), 'export {};\n');
  }
  await write(allowed);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('a tree that follows the rules has no violation', async () => {
  expect(await violations()).toEqual([]);
});

test('two folders that import each other, directly or around, break the rule of layers', async () => {
  const config = '.dependency-cruiser.folders.cjs';
  const layers = {
    'gateway/live/open.ts': "import '../http/write.ts';",
    'gateway/http/write.ts': "import '../security/log.ts';",
    'gateway/security/log.ts': 'export const one = 1;',
  };
  await write(layers);
  expect(await violations(config)).toEqual([]);
  await write({ 'gateway/security/back.test.ts': "import '../live/open.ts';" });
  expect(await violations(config), 'tests may import more').toEqual([]);
  await write({ 'gateway/security/back.ts': "import '../live/open.ts';" });
  const knot = ['gateway/http', 'gateway/live', 'gateway/security'];
  expect(await violations(config)).toEqual(knot.map((name) => `folders-are-layers: ${name}`));
});

test('each rule finds the file that breaks it', async () => {
  await write({ ...Object.fromEntries(broken.map(([, file, text]) => [file, text])), ...otherFiles });
  const expected = broken.map(([rule, file]) => `${rule}: ${file}`);
  expect(await violations()).toEqual(expected.sort());
});

test('every rule has a reason, and this test has a file that breaks the rule', () => {
  const rules = z.object({ forbidden: z.array(z.object({ name: z.string(), comment: z.string().min(20) })) });
  const config: unknown = createRequire(import.meta.url)('../../.dependency-cruiser.cjs');
  const names = rules.parse(config).forbidden.map(({ name }) => name);
  expect([...new Set(broken.map(([rule]) => rule))].sort()).toEqual(names.sort());
});

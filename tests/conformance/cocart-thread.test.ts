import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { runCli } from '#platform/testing/import-shop.ts';
import { type RunningSystem, startSystem } from '#platform/testing/system.ts';

const root = resolve(fileURLToPath(import.meta.url), '../../..');
const conformance = join(root, '../shared/conformance');
const startMs = 120_000;

/**
 * Scenarios of the recorded CoCart that need nothing but a simple product, adding it, and reading the cart, and whose
 * figures no shipping enters. `true` takes all steps; a list those that need no more.
 */
const chosen: Readonly<Record<string, Readonly<Record<string, true | readonly string[]>>>> = {
  'protocol-errors': {
    'unknown-routes': true,
    'unsupported-version': true,
    'wrong-methods': true,
    'bad-json': ['add'],
    'other-type': true,
    'error-shape': ['missing', 'not found'],
    encodings: ['add 13'],
  },
  'catalogue-products': {
    'simple-by-id': true,
    'tags-and-attributes': true,
    images: true,
    'managed-stock': true,
    'out-of-stock': true,
    'scheduled-sale': true,
    virtual: true,
    free: true,
    'related-lists': true,
    'not-public': true,
    unknown: true,
    'reviews-on-request': ['without'],
    'plain-http': true,
    'field-filter': true,
  },
  'cart-guest-key': {
    'query-and-header': true,
    'new-header': true,
    'header-wins': true,
    'fresh-keys': true,
    'own-key': true,
    'carts-apart': true,
  },
  'cart-add': {
    'item-key': true,
    'quantity-default': true,
    'quantity-zero': true,
    types: true,
    'unknown-products': true,
    'by-sku': true,
    'form-and-query': true,
    'unknown-members': true,
    'not-for-sale': true,
    'item-data': true,
    'email-and-phone': true,
    'return-item': true,
    weight: true,
    concurrent: true,
    idempotency: true,
  },
  'cart-stock': {
    'out-of-stock': ['product'],
    'more-than-stock': true,
    'with-what-is-there': true,
    'sold-individually': true,
  },
  'cart-fields': {
    members: true,
    fields: true,
    _fields: true,
    'no-thumb': true,
    hash: true,
    'notices-once': true,
    'no-cookie': true,
  },
};

const CaseFile = z.object({
  group: z.string(),
  scenarios: z.array(
    z.looseObject({ name: z.string(), steps: z.array(z.looseObject({ step: z.string() })) }),
  ),
});
const Report = z.object({
  passed: z.int(),
  steps: z.int(),
  skipped: z.array(z.string()),
  failures: z.array(z.object({ step: z.string(), differences: z.array(z.unknown()) })),
});

let folder = '';
let system: RunningSystem | undefined;
let wantedSteps = 0;

/** Copies the chosen scenarios of a group. @throws Error when one of them, or one of their steps, is not there */
async function copyChosen(group: string, names: Readonly<Record<string, true | readonly string[]>>) {
  const text = await readFile(join(conformance, 'cases', `${group}.json`), 'utf8');
  const { scenarios, ...file } = CaseFile.parse(JSON.parse(text));
  const kept = Object.entries(names).map(([name, wanted]) => {
    const scenario = scenarios.find((one) => one.name === name);
    if (!scenario) throw new Error(`${group} has no scenario ${name}`);
    const steps = scenario.steps.filter(({ step }) => wanted === true || wanted.includes(step));
    if (wanted !== true && steps.length !== wanted.length) throw new Error(`${group}/${name} lacks a step`);
    wantedSteps += steps.length;
    return { ...scenario, steps };
  });
  await writeFile(join(folder, 'cases', `${group}.json`), JSON.stringify({ ...file, scenarios: kept }));
}

/** What the replayer reports; it exits with 1 when steps fail, which is no error here. */
function replay(args: readonly string[]): Promise<z.infer<typeof Report>> {
  const { promise, resolve: done, reject } = Promise.withResolvers<z.infer<typeof Report>>();
  const options = { maxBuffer: 64_000_000 };
  execFile(process.execPath, [join(conformance, 'replay.mjs'), ...args], options, (error, printed, wrong) => {
    if (printed === '') reject(error ?? new Error(wrong));
    else done(Report.parse(JSON.parse(printed)));
  });
  return promise;
}

beforeAll(async () => {
  if (!existsSync(conformance)) return;
  folder = await mkdtemp(join(tmpdir(), 'cartwright-conformance-'));
  await mkdir(join(folder, 'cases'));
  for (const [group, names] of Object.entries(chosen)) await copyChosen(group, names);
  system = await startSystem();
  await runCli(system.dataDir, ['import', 'woocommerce', '--from', join(conformance, 'store')]);
}, startMs);
afterAll(async () => {
  await system?.stop();
  if (folder !== '') await rm(folder, { recursive: true, force: true });
}, startMs);

test.skipIf(!existsSync(conformance))(
  'the CoCart mount answers what the real CoCart answers to simple products and guests',
  async () => {
    const mounts = [
      '--base',
      `${system?.httpsUrl}/wp-json/cocart`,
      '--http',
      `${system?.httpUrl}/wp-json/cocart`,
    ];
    const report = await replay([...mounts, '--cases', join(folder, 'cases'), '--insecure', '--json']);
    expect(report.failures).toEqual([]);
    expect(report.skipped).toEqual([]);
    expect([report.passed, report.steps]).toEqual([wantedSteps, wantedSteps]);
  },
);

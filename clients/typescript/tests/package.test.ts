// Tests the package in a new project: packs the client, installs it without a network, checks the examples and runs
// them.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { environment, root } from '../../../dev/base/settings.ts';
import { type Shared, shared } from '../../../testing/shared.ts';

const run = promisify(execFile);
const here = join(root, 'clients/typescript');
const tsc = join(root, 'node_modules/typescript/lib/tsc.js');
/** A program whose only type errors are in the lines below `@ts-expect-error`. */
const typed = `
import {
  type Address, type Cart, createClient, type Facets, formatMoney, type Money, type Schemas, type ShippingRate,
} from '@cartwright/client';
const shop = createClient({ url: 'https://shop.example' });
const store: Schemas['Store'] = await shop.request('GET /v2/store');
const whole: Schemas['Cart'] = await shop.cart.get();
const cart: Cart = await shop.cart.addItems([{ id: 1, quantity: 2 }]);
const total: Money = cart.money.total;
const rates: ShippingRate[] = Object.values(cart.shipping.packages).flatMap(({ rates }) => Object.values(rates));
const facets: Facets = await shop.products.facets();
const address: Address = cart.customer.billing_address;
await shop.cart.updateCustomer({ billing_address: address });
await shop.account.updateAddresses(await shop.account.get());
console.log(formatMoney(total), rates[0]?.money.cost, facets, await shop.store.countries());
const some: { items?: unknown } = await shop.cart.get({ fields: 'items' });
await shop.products.list({ category: 'tea', tag: ['a', 'b'], per_page: 5, min_price: 4.5 });
await shop.cart.updateCustomer({ first_name: 'Ann', s_city: 'Utrecht', ship_to_different_address: true });
await shop.request('POST /v2/cart/add-item', { body: { id: '1' }, ifMatch: 3 });
for await (const tags of shop.pages('GET /v2/products/tags')) console.log(tags.length, store, whole, some);
// @ts-expect-error there is no such route
await shop.request('GET /v2/nothing');
// @ts-expect-error the body is required
await shop.request('POST /v2/cart/add-item');
// @ts-expect-error the path has an ID
await shop.request('GET /v2/products/{id}', {});
// @ts-expect-error there is no such member of an address
await shop.cart.updateCustomer({ postcod: '3511 AB' });
// @ts-expect-error there is no such filter
await shop.products.list({ colour: 'red' });
// @ts-expect-error some members may be absent
(await shop.cart.get({ fields: 'items' })).items.length;
// @ts-expect-error a single product has no pages
shop.pages('GET /v2/products/{id}', { path: { id: 1 } });
`;
/** The output of each example, in the order of the README. */
const expectedOutputs = [
  /^\d+ products\n(.+: (\d+\.\d\d)?\n)+In the cart: 1\. Total: \d+\.\d\d [A-Z]{3}\n$/,
  /^\d+ names\n$/,
  /^The cart has changed\. It has 0 pieces now\.\n$/,
  /^ann has 1 item in the cart\.\nLogged in: false\n$/,
  /^cart\.(changed|created): 1 line\n$/,
];

let project: string;
let shop: Shared['shop'];
let packed: string[];

/** Returns the TypeScript blocks of the README. */
async function examples(): Promise<string[]> {
  const readme = await readFile(join(here, 'README.md'), 'utf8');
  return [...readme.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code = '']) => code);
}

async function addAnn(): Promise<void> {
  const words = ['users', 'create', '--username', 'ann', '--email', 'ann@example.com', '--password-stdin'];
  const adding = run(process.execPath, [join(root, 'dev/bootstrap.mjs'), 'cli', ...words], {
    env: { ...environment, DATA_DIR: shop.dataDir },
    cwd: root,
  });
  adding.child.stdin?.end('a long password');
  await adding;
}

async function installed(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'cartwright-client-'));
  const { stdout } = await run(
    'npm',
    ['pack', '--ignore-scripts=false', '--json', '--pack-destination', folder],
    { cwd: here },
  );
  const [{ filename, files }] = JSON.parse(stdout.slice(stdout.indexOf('[')));
  packed = files.map(({ path }: { path: string }) => path);
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', `./${filename}`], { cwd: folder });
  return folder;
}

beforeAll(async () => {
  [shop, project] = await Promise.all([shared('shop'), installed()]);
  await addAnn();
  // Many attempts, because a busy shop refuses requests for a while.
  const patient = `repeats: { attempts: 60, longestWaitMs: 3_000 }, url: '${shop.httpsUrl}'`;
  const examplePrograms = await examples();
  await writeFile(join(project, 'typed.ts'), typed);
  await Promise.all(
    examplePrograms.map((code, index) =>
      writeFile(join(project, `${index}.ts`), code.replaceAll("url: 'https://shop.example'", patient)),
    ),
  );
});
afterAll(() => rm(project, { recursive: true, force: true }));

test('the package has the program, its types, README and LICENSE, and nothing else', () => {
  const kinds = new Set(packed.map((path) => path.replace(/^dist\/.*?(\.d)?\.(ts|js)$/, 'dist/*$1.$2')));
  expect([...kinds].sort()).toEqual(['LICENSE', 'README.md', 'dist/*.d.ts', 'dist/*.js', 'package.json']);
  expect(packed.filter((path) => /test|fixture/.test(path))).toEqual([]);
});

test('in a project with the types of a browser only, the examples have no type errors, and wrong calls have some', async () => {
  const compilerOptions = {
    target: 'es2022',
    lib: ['es2022', 'dom'],
    module: 'nodenext',
    types: [],
    strict: true,
    noEmit: true,
  };
  await writeFile(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
  const { stdout } = await run(process.execPath, [tsc, '-p', project]).catch((error) => error);
  expect(stdout).toBe('');
});

test('the README has five examples, and each prints the expected output', async () => {
  const env = { ...environment, NODE_EXTRA_CA_CERTS: shop.caFile, NODE_ENV: 'development' };
  const outputs = await Promise.all(
    (await examples()).map(async (_, index) => {
      const { stdout } = await run(process.execPath, [join(project, `${index}.ts`)], { env });
      return stdout;
    }),
  );
  expect(outputs).toEqual(expectedOutputs.map((pattern) => expect.stringMatching(pattern)));
});

/** Bundles a program. Returns the groups of operations, such as `cart`, whose code is in the bundle. */
async function groupsIn(program: string): Promise<string[]> {
  const input = join(project, 'bundled.js');
  await writeFile(input, program);
  const built = await build({
    root: project,
    configFile: false,
    logLevel: 'silent',
    build: { write: false, rollupOptions: { input } },
  });
  const [{ code }] = (built as unknown as { output: [{ code: string }] }).output;
  const textOf = {
    products: 'GET /v2/products',
    cart: 'update-customer',
    live: 'text/event-stream',
    account: 'jwt_token',
  };
  return Object.entries(textOf).flatMap(([group, sign]) => (code.includes(sign) ? [group] : []));
}

test('a bundler leaves out the groups that a program does not use', async () => {
  const smallProgram =
    "import { Core, products } from '@cartwright/client';\nconsole.log(products(new Core({ url: 'https://shop.example' })));";
  const wholeProgram =
    "import { createClient } from '@cartwright/client';\nconsole.log(createClient({ url: 'https://shop.example' }));";
  expect([await groupsIn(smallProgram), await groupsIn(wholeProgram)]).toEqual([
    ['products'],
    ['products', 'cart', 'live', 'account'],
  ]);
});

// Tests the package in a new project: packs it with the client, installs both without a network, checks the types of the first
// page of the README, and shops with this page in a document.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from '../../../dev/base/settings.ts';
import { type Shared, shared } from '../../../testing/shared.ts';

const run = promisify(execFile);
const here = join(root, 'clients/react');
const tsc = join(root, 'node_modules/typescript/lib/tsc.js');
/** A program whose only type errors are in the lines below `@ts-expect-error`. */
const typed = `
import { type Cart, type CartwrightError, createClient, type MyAccount, type Product } from '@cartwright/client';
import { type CartState, ShopProvider, useCart, useProducts, useSession, useShop } from '@cartwright/react';
export function Typed() {
  const { change, ...state } = useCart();
  const cart: Cart | null = state.cart;
  const refusal: CartwrightError | null = state.error;
  const customer: MyAccount | null = useSession().customer;
  const products: Product[] | undefined = useProducts().data?.products;
  const name: string | undefined = useProducts({ fields: 'name' }).data?.products[0]?.name;
  const made: Promise<boolean> = change((calls) => calls.applyCoupon('ten'), (shown) => ({ ...shown, note: '' }));
  const shown: CartState = state;
  // @ts-expect-error there is no such filter
  useProducts({ colour: 'red' });
  // @ts-expect-error only the named members are there for sure
  useProducts({ fields: 'name' }).data?.products[0].name.length;
  // @ts-expect-error an item has an id
  useCart().addItem({ quantity: 1 });
  // @ts-expect-error a change returns the cart
  change((calls) => calls.key());
  // @ts-expect-error the provider needs a client
  const wrong = <ShopProvider />;
  return <ShopProvider client={createClient({ url: 'https://shop.example' })}>{wrong}</ShopProvider>;
  void [cart, refusal, customer, products, name, made, shown, useShop().products];
}
`;

let project: string;
let packed: string[];
let shop: Shared['shop'];

/** Packs a folder of clients. Returns the name of the archive in the project, and the paths in it. */
async function pack(folder: string): Promise<{ filename: string; files: readonly { path: string }[] }> {
  const args = ['pack', '--ignore-scripts=false', '--json', '--pack-destination', project];
  const { stdout } = await run('npm', args, { cwd: folder });
  return JSON.parse(stdout.slice(stdout.indexOf('[')))[0];
}

beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'cartwright-react-'));
  // Each packing builds the client, so they run one after the other.
  const client = await pack(join(root, 'clients/typescript'));
  const hooks = await pack(here);
  packed = hooks.files.map(({ path }) => path);
  await writeFile(join(project, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  const archives = [client, hooks].map(({ filename }) => `./${filename}`);
  // React is linked, since it could not be installed without a network.
  const options = ['--offline', '--no-audit', '--no-fund', '--legacy-peer-deps'];
  await run('npm', ['install', ...options, ...archives], { cwd: project });
  await symlink(join(root, 'node_modules/@types'), join(project, 'node_modules/@types'));
  for (const name of ['react', 'react-dom', 'scheduler', 'csstype']) {
    await symlink(join(root, 'node_modules', name), join(project, 'node_modules', name));
  }
  const readme = await readFile(join(here, 'README.md'), 'utf8');
  const [, page = ''] = /^```tsx\n(.*?)^```$/ms.exec(readme) ?? [];
  shop = await shared('shop');
  await writeFile(join(project, 'page.tsx'), page.replace('http://127.0.0.1:8080', shop.httpUrl));
  await writeFile(join(project, 'typed.tsx'), typed);
});
afterAll(() => rm(project, { recursive: true, force: true }));

test('the package has the hooks, their types, README and LICENSE, and nothing else', async () => {
  const kinds = new Set(packed.map((path) => path.replace(/^dist\/.*?(\.d)?\.(ts|js)$/, 'dist/*$1.$2')));
  expect([...kinds].sort()).toEqual(['LICENSE', 'README.md', 'dist/*.d.ts', 'dist/*.js', 'package.json']);
  const index = await readFile(join(project, 'node_modules/@cartwright/react/dist/index.js'), 'utf8');
  expect(index).toMatch(/^'use client';/);
});

test('in a new project the first page has no type errors, and wrong calls have some', async () => {
  const compilerOptions = {
    ...{ target: 'es2022', lib: ['es2022', 'dom'], module: 'esnext', moduleResolution: 'bundler' },
    ...{ jsx: 'react-jsx', types: [], strict: true, noEmit: true, skipLibCheck: true },
  };
  await writeFile(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.tsx'] }));
  const { stdout } = await run(process.execPath, [tsc, '-p', project]).catch((error) => error);
  expect(stdout).toBe('');
});

async function bundled(input: string, external: string[] = []): Promise<string> {
  const bundle = await rolldown({
    input,
    external,
    platform: 'browser',
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
    logLevel: 'silent',
  });
  const { output } = await bundle.generate({ format: 'es', minify: true });
  await bundle.close();
  return output[0].code;
}

test('the hooks have at most 4 kB beside React and the client', async () => {
  const entry = join(project, 'node_modules/@cartwright/react/dist/index.js');
  const code = await bundled(entry, ['react', '@cartwright/client']);
  expect(code).toContain('useSyncExternalStore');
  expect(gzipSync(code).length).toBeLessThanOrEqual(4_000);
});

test('the first page lists products of a real shop, and sells one', async () => {
  const file = join(project, 'page.mjs');
  await writeFile(file, await bundled(join(project, 'page.tsx')));
  const { stdout } = await run(process.execPath, [join(here, 'tests/visit.fixture.ts'), file]);
  expect(stdout).toMatch(/^Cart \(0\)\n.+\nTotal: .*[1-9].*\nCart \(1\)\nCart \(0\)\n$/);
});

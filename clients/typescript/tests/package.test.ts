// The package as a project gets it: packed, installed without a network, its examples checked and run.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { environment, root } from '../../../dev/settings.ts';
import { type Shared, shared } from '../../../testing/shared.ts';

const run = promisify(execFile);
const here = join(root, 'clients/typescript');
const tsc = join(root, 'node_modules/typescript/lib/tsc.js');
/** What example `n` prints, in the order of the README. */
const printed = [
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
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder], { cwd: here });
  const [{ filename, files }] = JSON.parse(stdout.slice(stdout.indexOf('[')));
  packed = files.map(({ path }: { path: string }) => path);
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', `./${filename}`], { cwd: folder });
  return folder;
}

beforeAll(async () => {
  [shop, project] = await Promise.all([shared('shop'), installed()]);
  await addAnn();
  const codes = await examples();
  await Promise.all(
    codes.map((code, index) =>
      writeFile(join(project, `${index}.ts`), code.replaceAll('https://shop.example', shop.httpsUrl)),
    ),
  );
});
afterAll(() => rm(project, { recursive: true, force: true }));

test('the package has the program, its types, README and LICENSE, and nothing else', () => {
  const kinds = new Set(packed.map((path) => path.replace(/^dist\/.*?(\.d)?\.(ts|js)$/, 'dist/*$1.$2')));
  expect([...kinds].sort()).toEqual(['LICENSE', 'README.md', 'dist/*.d.ts', 'dist/*.js', 'package.json']);
  expect(packed.filter((path) => /test|fixture/.test(path))).toEqual([]);
});

test('the examples have no type errors in a project with the types of a browser alone', async () => {
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

test('the README has five examples, and each does what it says', async () => {
  const env = { ...environment, NODE_EXTRA_CA_CERTS: shop.caFile, NODE_ENV: 'development' };
  const outputs = await Promise.all(
    (await examples()).map(async (_, index) => {
      const { stdout } = await run(process.execPath, [join(project, `${index}.ts`)], { env });
      return stdout;
    }),
  );
  expect(outputs).toEqual(printed.map((pattern) => expect.stringMatching(pattern)));
});

import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { catalogueProcess } from '#testing/catalogue-process.ts';
import { writeShop } from '#testing/shop.ts';
import manifest from '../package.json' with { type: 'json' };
import { runWith } from './program.fixture.ts';
import type { Bus } from './shared/bus.ts';
import { connectBus } from './shared/bus.ts';
import { consumerSecret, findGateway, findSystem } from './shared/settings.ts';

const catalogue = catalogueProcess();
const cartwright = (...args: string[]) => runWith({ connect: () => connectBus(catalogue.address) }, args);

describe('a wrong command line', () => {
  test.each([
    [['import', 'woocommerce'], "error: required option '--from <folder|url>' not specified"],
    [['import', 'woocommerce', '--from', 'x', '--what'], "error: unknown option '--what'"],
    [['products', 'show'], "error: missing required argument 'id-or-sku'"],
    [['nothing'], "error: unknown command 'nothing'"],
    [['products', 'show', ''], 'It must be a text of 1 to 200 characters.'],
    [['products', 'set', 'x'.repeat(201), '--stock', '1'], 'It must be a text of 1 to 200 characters.'],
    [['products', 'show', 'x'.repeat(201)], `argument value '${'x'.repeat(100)}…' is invalid`],
    [['products', 'list', '--category', ' '], 'It must be a text of 1 to 200 characters.'],
    [['products', 'list', '--search', 'x'.repeat(201)], 'It must be a text of 1 to 200 characters.'],
    [
      ['import', 'woocommerce', '--from', 'https://shop.example'],
      'cartwright: a live shop is read with its key pair',
    ],
    [['import', 'woocommerce', '--from', '/nowhere'], 'cartwright: there is no folder /nowhere'],
  ])('%j is refused before anything is connected', async (args, sentence) => {
    const { code, out, err, connected } = await runWith({}, args);
    expect([code, out, connected]).toEqual([sentence.includes('no folder') ? 4 : 2, '', 0]);
    expect(err).toContain(sentence);
    expect(err.trim().split('\n')).toHaveLength(1);
  });
});

test('help prints the help of a command and of a subcommand', async () => {
  const usage = async (...args: string[]) => (await runWith({}, args)).out.split('\n')[0];
  expect(await usage('help')).toBe('Usage: cartwright [options] [command]');
  expect(await usage('help', 'products')).toBe('Usage: cartwright products [options] [command]');
  expect(await usage('help', 'products', 'list')).toBe('Usage: cartwright products list [options]');
});

test('an unknown command is refused beside help too', async () => {
  const error = "error: unknown command 'product'\n(Did you mean products?)\n";
  for (const args of [
    ['product', '--help'],
    ['help', 'product'],
    ['product', 'list'],
  ]) {
    expect(await runWith({}, args)).toMatchObject({ code: 2, out: '', err: error });
  }
});

test('--version prints the version of the package', async () => {
  expect(await runWith({}, ['--version'])).toMatchObject({ code: 0, out: `${manifest.version}\n`, err: '' });
});

test('without a running system the error is one sentence', async () => {
  const connect = async () => connectBus(await findSystem({ DATA_DIR: catalogue.folder }));
  const { code, err } = await runWith({ connect }, ['products', 'list']);
  expect([code, err]).toEqual([
    5,
    `cartwright: no system runs in ${catalogue.folder}: begin with npm start, or name its bus in NATS_URL\n`,
  ]);
});

// A file that nobody may read, even root.
const unreadable = '/proc/sys/net/ipv4/route/flush';

test('a folder that cannot be read is not called missing', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cartwright-closed-'));
  await writeFile(join(folder, 'file'), '');
  // A path that is too long is refused by the system for root too, who may read folders of mode 0.
  const closed = join(folder, 'x'.repeat(300));
  const ofShop = async (path: string) => (await runWith({}, ['import', 'woocommerce', '--from', path])).err;
  expect(await ofShop(closed)).toBe(`cartwright: the folder ${closed} cannot be read (ENAMETOOLONG)\n`);
  expect(await ofShop(join(folder, 'file'))).toBe(`cartwright: ${join(folder, 'file')} is no folder\n`);
  expect(await ofShop(join(folder, 'none'))).toBe(`cartwright: there is no folder ${join(folder, 'none')}\n`);
  await chmod(folder, 0);
  // Only root can read it all the same.
  if (process.getuid?.() !== 0)
    expect(await ofShop(folder)).toBe(
      `cartwright: this account may not read the folder ${folder} (EACCES)\n`,
    );
  await chmod(folder, 0o700);
  await rm(folder, { recursive: true });
});

test.runIf(existsSync(unreadable))('the system of another account is reported as such', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cartwright-foreign-'));
  await mkdir(join(folder, 'run'));
  await symlink(unreadable, join(folder, 'run/system.json'));
  const sentence = `this account may not read ${folder}: use the account that ran npm start`;
  await expect(findSystem({ DATA_DIR: folder })).rejects.toThrow(sentence);
  await expect(findGateway({ DATA_DIR: folder })).rejects.toThrow(sentence);
  await rm(folder, { recursive: true });
});

test.each([
  ['nats://127.0.0.1:9', 'nats://127.0.0.1:9'],
  ['nats://ann:hidden@127.0.0.1:9,127.0.0.1:19', 'nats://127.0.0.1:9,127.0.0.1:19'],
])('a missing bus %s is reported in one sentence with its address', async (NATS_URL, shown) => {
  const { code, err } = await runWith({ connect: () => connectBus({ NATS_URL }) }, ['products', 'list']);
  expect([code, err]).toEqual([
    5,
    `cartwright: the system's bus at ${shown} cannot be reached: CONNECTION_REFUSED\n`,
  ]);
});

test('a command ends although no server answers the look-up of the name in NATS_URL', async () => {
  const hangs =
    "for (const name of ['lookup', 'resolve4', 'resolve6']) dns[name] = () => setInterval(() => {}, 1e6);";
  const preload = `data:text/javascript,import dns from 'node:dns';${encodeURIComponent(hangs)}`;
  const args = ['--import', preload, new URL('main.ts', import.meta.url).pathname, 'products', 'list'];
  const env = { NATS_URL: 'nats://bus.example:4222' };
  await expect(promisify(execFile)(process.execPath, args, { env })).rejects.toMatchObject({
    code: 5,
    stderr: "cartwright: the system's bus at nats://bus.example:4222 cannot be reached: no answer in 5 s\n",
  });
}, 60_000);

test('the password of NATS may be in a file', async () => {
  const file = join(catalogue.folder, 'password');
  await writeFile(file, 'from a file\n');
  const environment = { NATS_URL: 'nats://host', NATS_USER: 'cli', NATS_PASSWORD_FILE: file };
  expect(await findSystem(environment)).toEqual({
    ...{ NATS_URL: 'nats://host', NATS_USER: 'cli', NATS_PASSWORD: 'from a file' },
  });
  expect(consumerSecret({ WOOCOMMERCE_CONSUMER_SECRET_FILE: file })).toBe('from a file');
  await rm(file);
  await expect(findSystem(environment)).rejects.toThrow(
    `NATS_PASSWORD_FILE names ${file}, which cannot be read (ENOENT)`,
  );
});

test('products show prints a product as text', async () => {
  await writeShop(catalogue.folder, 1);
  await cartwright('import', 'woocommerce', '--from', catalogue.folder);
  expect((await cartwright('products', 'show', 'made-0')).out).toBe(
    [
      'id           1000',
      'name         Product 0',
      'type         simple',
      'status       publish',
      'SKU          made-0',
      'price        $5.00',
      'sale',
      'stock        in stock',
      'bought here  yes',
      'categories   Everything',
      'tags',
      'attributes',
      'link         http://shop.example/product/product-0/',
      '',
    ].join('\n'),
  );
});

test('docs/commands.md names every command and subcommand', async () => {
  const page = readFileSync(new URL('../docs/commands.md', import.meta.url), 'utf8');
  const rows = [...page.matchAll(/^\| (`.*)$/gm)].map(([row]) => row.replaceAll('\\|', ' '));
  const { out } = await runWith({}, ['completion', 'bash']);
  const paths = [...out.matchAll(/^ {4}'([a-z- ]+)'\)/gm)].map(([, path = '']) => path.split(' '));
  expect(paths.length).toBeGreaterThan(50);
  const unnamed = paths.filter(
    (path) => !rows.some((row) => path.every((word) => new RegExp(`[\`\\s]${word}[\`\\s]`).test(row))),
  );
  expect(unnamed.map((path) => path.join(' '))).toEqual([]);
});

test('JSON and CSV from strangers are escaped on a terminal, and as they are in a pipe', async () => {
  const name = 'Tea\u009B2J\u202Eb';
  const record = {
    id: 1,
    name,
    slug: 'tea',
    description: '',
    count: 0,
    parentId: 0,
    display: 'default',
    menuOrder: 0,
  };
  const bus = {
    request: async () => ({ found: { kind: 'categories', records: [record] }, total: 1 }),
    [Symbol.asyncDispose]: async () => {},
  } as unknown as Bus;
  const listed = async (width: number, format: string) =>
    (await runWith({ connect: async () => bus, width }, ['categories', 'list', format, '--fields', 'name']))
      .out;
  expect(await listed(80, '--csv')).toBe('name\r\nTea\\u009b2J\\u202eb\r\n');
  expect(await listed(0, '--csv')).toBe(`name\r\n${name}\r\n`);
  expect(await listed(80, '--json')).toContain('"Tea\\u009b2J\\u202eb"');
  expect(await listed(0, '--json')).toContain(name);
});

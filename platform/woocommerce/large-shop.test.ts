import { execFile } from 'node:child_process';
import { mkdtemp, rm, stat, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { JsonFile } from './fetch-shop.ts';

const run = promisify(execFile);
const count = 6_000;
/** Maximum heap in MB of the process that reads the shop. The whole shop in memory would need about 120 MB. */
const heapMb = 64;
let folder = '';

const description = `<p>${'made up to be large '.repeat(150)}</p>`;
const sellable = (id: number) => ({
  id,
  sku: `s${id}`,
  status: 'publish',
  regular_price: '5.00',
  description,
});

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cartwright-large-'));
  await using products = await JsonFile.begin(join(folder, 'products.json'), 'list');
  await using variations = await JsonFile.begin(join(folder, 'variations.json'), 'object');
  for (let id = 1; id <= count; id += 100) {
    const ids = Array.from({ length: 100 }, (_, index) => id + index);
    await products.add(ids.map((one) => ({ ...sellable(one), type: 'variable', name: `Product ${one}` })));
    for (const one of ids) await variations.addMember(String(one), [sellable(count + one)]);
  }
}, 600_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

const file = (name: string) => JSON.stringify(new URL(name, import.meta.url).href);
/** A program that checks the shop, reads it again for sending, and prints the number of records. */
const program = `
  const { ShopFolder } = await import(${file('./folder.ts')});
  const { checkShop } = await import(${file('./shop.ts')});
  const { Notes } = await import(${file('./notes.ts')});
  const folder = await ShopFolder.open(process.argv[1]);
  await using variations = await folder.lists('variations.json');
  const held = { currency: { decimals: 2 }, customerRoles: [] };
  const { streams } = await checkShop(folder, variations, held, new Notes());
  let sum = 0;
  for (const stream of streams) for await (const { count } of stream.requests()) sum += count;
  console.log(sum);
`;

const read = () =>
  run(process.execPath, [
    `--max-old-space-size=${heapMb}`,
    '--input-type=module',
    '--eval',
    program,
    folder,
  ]).then(
    ({ stdout }) => stdout.trim(),
    (error: { stderr: string }) => error.stderr,
  );

describe(`a shop of ${count} products with variations`, () => {
  test('is read with less memory than its size', async () => {
    expect((await stat(join(folder, 'products.json'))).size).toBeGreaterThan(18_000_000);
    expect(await read()).toBe(String(count));
  }, 600_000);

  test('is refused before anything is sent when its last byte is missing', async () => {
    const path = join(folder, 'products.json');
    const { size } = await stat(path);
    await truncate(path, size - 1);
    expect(await read()).toContain('products.json is no JSON that can be read: it ends in the middle');
  }, 600_000);
});

import { rm } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { dataFolder } from '#testing/data-folder.ts';
import { runCli } from '#testing/import-shop.ts';
import { retryWhileBusy } from '#testing/retry-while-busy.ts';
import { startSystem } from '#testing/system.ts';
import { demoProduct, ensureDemoShop } from './demo.ts';

let dataDir: string;

beforeEach(async () => {
  dataDir = await dataFolder();
});
afterEach(() => rm(dataDir, { recursive: true, force: true, maxRetries: 3 }));

async function read<S extends z.ZodType>(url: string, schema: S): Promise<z.output<S>> {
  return schema.parse(await (await retryWhileBusy(() => fetch(url))).json());
}

const Product = z.object({ prices: z.object({ price: z.string() }) });
const List = z.object({
  products: z.array(z.object({ images: z.array(z.object({ src: z.record(z.string(), z.string()) })) })),
});

const price = async (httpUrl: string) =>
  (await read(`${httpUrl}/v2/products/${demoProduct.sku}`, Product)).prices.price;

test('the first start imports the demo shop before it is ready, and later starts do not change it', async () => {
  {
    await using system = await startSystem({ dataDir, demo: true });
    expect(await price(system.httpUrl)).toBe('18.50');
    await runCli(dataDir, ['products', 'set', String(demoProduct.id), '--price', '19.50']);
  }
  await using system = await startSystem({ dataDir, demo: true });
  expect(await price(system.httpUrl)).toBe('19.50');
  // Ten calls, because a connection that is closed too early makes only some of the calls fail.
  for (const _ of Array(10)) expect(await ensureDemoShop(dataDir)).toBe(true);
  const { products } = await read(`${system.httpUrl}/v2/products?per_page=100`, List);
  const images = products.flatMap((product) => product.images);
  const pictures = new Set(images.flatMap(({ src }) => Object.values(src)));
  expect(pictures.size).toBeGreaterThan(80);
  for (const address of pictures) {
    const response = await retryWhileBusy(() => fetch(address));
    expect([address, response.status, response.headers.get('content-type')]).toEqual([
      address,
      200,
      'image/svg+xml',
    ]);
  }
});

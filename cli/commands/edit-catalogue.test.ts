import { beforeAll, describe, expect, test } from 'vitest';
import { catalogueProcess } from '#testing/catalogue-process.ts';
import { runWith } from '../program.fixture.ts';
import { connectBus } from '../shared/bus.ts';

const catalogue = catalogueProcess();
const cartwright = (...args: string[]) => runWith({ connect: () => connectBus(catalogue.address) }, args);
const asJson = async (...args: string[]) => JSON.parse((await cartwright(...args, '--json')).out);
const shown = async (id: string) => (await asJson('products', 'show', id)).product;
const category = async (slug: string) => (await asJson('categories', 'list', '--search', slug)).categories[0];

beforeAll(async () => {
  await cartwright('seed', '--demo');
});

test('products clean says how many records it cleaned: none, because every write cleans', async () => {
  const description = '<p onclick="x">New.</p>';
  const { product } = await asJson(
    'products',
    'create',
    '--name',
    'New <script>x</script>',
    '--description',
    description,
  );
  expect(await shown(String(product.id))).toMatchObject({ name: 'New x', description: '<p>New.</p>' });
  expect((await asJson('products', 'clean')).cleaned).toMatchObject({ products: 0, categories: 0, terms: 0 });
  expect((await cartwright('products', 'clean')).out).toBe(
    'Cleaned 0 products and variations, and 0 terms\n',
  );
  await cartwright('products', 'delete', String(product.id), '--yes');
});

describe('products create', () => {
  test('creates a product that is shown at once, and counts it in its categories', async () => {
    const before = (await category('linen')).count;
    const made = ['--name', 'Über Größe Tuch', '--price', '12.50', '--sale-price', '9', '--stock', '3'];
    const { product } = await asJson(
      'products',
      'create',
      ...made,
      '--sku',
      'TUCH',
      '--categories',
      'linen,20',
    );
    expect(product.id).toBeGreaterThanOrEqual(1_000_000_000);
    expect(await shown('TUCH')).toMatchObject({
      ...{ id: product.id, slug: 'uber-grose-tuch', type: 'simple', status: 'publish', purchasable: true },
      permalink: expect.stringMatching(/\/product\/uber-grose-tuch\/$/),
      prices: { price: 900, regular: 1_250, sale: 900, onSale: true },
      stock: { managed: true, quantity: 3, status: 'instock' },
      categories: [
        { id: 26, name: 'Linen' },
        { id: 20, name: 'Tea' },
      ],
    });
    expect((await category('linen')).count).toBe(before + 1);
    const second = await asJson('products', 'create', '--name', 'Über Größe Tuch');
    expect((await shown(String(second.product.id))).slug).toBe('uber-grose-tuch-2');
    expect((await asJson('products', 'list', '--search', 'Tuch')).total).toBe(2);

    expect((await cartwright('products', 'delete', 'TUCH', '--dry-run')).out).toBe(
      `Would delete the product Über Größe Tuch (${product.id})\n`,
    );
    expect((await cartwright('products', 'delete', 'TUCH', '--yes')).code).toBe(0);
    expect((await cartwright('products', 'show', 'TUCH')).code).toBe(4);
    expect((await category('linen')).count).toBe(before);
  });

  test.each([
    [['--name', 'x', '--sku', 'KC-DAWN'], 3, 'The SKU KC-DAWN belongs to another product already.'],
    [['--name', 'x', '--categories', 'nowhere'], 4, 'There is no category nowhere.'],
    [['--name', 'x', '--price', '5', '--sale-price', '5'], 3, 'must be below the regular price'],
    [['--name', 'x', '--type', 'external'], 3, 'needs the http(s) address'],
    [['--name', 'x', '--type', 'grouped', '--price', '1'], 3, 'has no price of its own'],
    [['--name', 'x', '--price', '1.1234567'], 2, 'more than six decimals'],
    [['--name', 'x', '--type', 'variable'], 2, 'It must be one of simple, external, grouped.'],
    [['--price', '1'], 2, '--name'],
  ])('%j is refused and creates nothing', async (args, exitCode, sentence) => {
    const { code, err } = await cartwright('products', 'create', ...args);
    expect([code, err]).toEqual([exitCode, expect.stringContaining(sentence)]);
    expect(
      (await asJson('products', 'list', '--search', 'x', '--status', 'publish')).products,
    ).not.toContainEqual(expect.objectContaining({ name: 'x' }));
  });
});

test('products delete deletes a product with its variations, or one variation', async () => {
  const { variations } = await shown('120');
  const { products } = await asJson('products', 'list', '--type', 'variable', '--per-page', '1');
  const id = String(products[0].id);
  const { variations: own } = await shown(id);
  expect([variations, own.length > 1]).toEqual([[], true]);
  expect((await cartwright('products', 'delete', String(own[0].id), '--yes')).out).toMatch(/ deleted\n$/);
  expect((await shown(id)).variations).toHaveLength(own.length - 1);
  const { out } = await cartwright('products', 'delete', id, '--yes');
  expect(out).toMatch(new RegExp(`deleted with ${own.length - 1} variation`));
  expect((await cartwright('products', 'show', String(own[1].id))).code).toBe(4);
  const gone = await cartwright('products', 'delete', id, '--yes');
  expect([gone.code, gone.err]).toEqual([4, 'cartwright: There is no product with this ID.\n']);
});

describe('categories', () => {
  test('are created below others, and listed', async () => {
    expect((await cartwright('categories', 'create', '--name', 'Old & New', '--parent', 'tea')).out).toMatch(
      /^ *1000000000 +Old & New +old-new +20 +0$/m,
    );
    const again = await cartwright('categories', 'create', '--name', 'Old New');
    expect([again.code, again.err]).toEqual([
      3,
      'cartwright: The slug old-new belongs to another category already.\n',
    ]);
    expect((await cartwright('categories', 'list', '--search', 'nothing-like-it')).out).toBe(
      'No categories\n',
    );
    const { categories, total } = await asJson('categories', 'list', '--all', '--fields', 'id,parentId');
    expect([total, categories.length]).toEqual([22, 22]);
    expect(categories).toContainEqual({ id: 1_000_000_000, parentId: 20 });
  });

  test.each([
    ['categories', 'create', '--name', 'X', '--parent', 'nosuch'],
    ['products', 'create', '--name', 'X', '--categories', 'nosuch'],
    ['categories', 'delete', 'nosuch', '--yes'],
  ])('%s %s of a category that does not exist exits with 4', async (...args) => {
    const { code, err } = await cartwright(...args);
    expect([code, err]).toEqual([4, expect.stringMatching(/^cartwright: There is no .*\.\n$/)]);
  });

  test('keep their products when they are deleted, and their subcategories move up', async () => {
    const tea = ['products', 'list', '--category', 'leaf-tea'];
    expect((await asJson(...tea)).total).toBe(2);
    const { category: deleted, products } = await asJson('categories', 'delete', 'leaf-tea', '--yes');
    expect([deleted.id, products]).toEqual([22, 2]);
    expect((await shown('145')).categories).not.toContainEqual(expect.objectContaining({ id: 22 }));
    const { out } = await cartwright('categories', 'delete', 'tea', '--yes');
    expect(out).toMatch(/^Category Tea deleted: taken from \d+ products?; \d below it moved up\n$/);
    expect((await category('teapots')).parentId).toBe(0);
    expect((await cartwright('categories', 'delete', 'tea', '--yes')).code).toBe(4);
    const { taken } = await asJson('seed', '--demo');
    expect([taken.categories.created, taken.products.changed > 0]).toEqual([2, true]);
    expect((await asJson(...tea)).total).toBe(2);
  });
});

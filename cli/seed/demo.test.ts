import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { ReviewRecord } from '#contracts/catalogue-import.ts';
import { Coupon } from '#contracts/coupons.ts';
import { ProductRecord } from '#contracts/product.ts';
import { StoreSettings } from '#contracts/settings.ts';
import { TermList } from '#contracts/terms.ts';
import type { Services } from '#platform/woocommerce/send.ts';
import { defaultSettings } from '../../services/catalogue/model/store-settings.ts';
import { seedDemoShop } from './demo.ts';

const now = Date.UTC(2026, 4, 20, 9, 30);
const counts = { created: 0, changed: 0, unchanged: 0, removed: 0 };

/** A message of the import, with the members that any of its operations has. */
interface Message {
  readonly records?: readonly unknown[];
  readonly kind?: string;
  readonly settings?: unknown;
}

/** Returns what the services get when the demo shop is stored at a time, in Unix milliseconds, and the report. */
async function seeded(at: number) {
  const sent = new Map<string, Message[]>();
  const services: Services = {
    request: async ({ name, reply }, request) => {
      sent.set(name, [...(sent.get(name) ?? []), request as Message]);
      const outcome = { outcome: counts, products: counts, variations: counts, ids: [], number: 1 };
      return reply.parse({ settings: defaultSettings, ...outcome });
    },
  };
  const report = await seedDemoShop(services, () => undefined, at);
  const messages = (name: string) => sent.get(`catalogue.${name}`) ?? [];
  const records = (name: string) => messages(name).flatMap((one) => one.records ?? []);
  return {
    report,
    settings: StoreSettings.partial().parse(messages('write-settings')[0]?.settings),
    products: records('import-products').map((one) => ProductRecord.parse(one)),
    reviews: records('import-reviews').map((one) => ReviewRecord.parse(one)),
    coupons: records('import-coupons').map((one) => Coupon.parse(one)),
    terms: messages('import-terms').map((one) => TermList.parse(one)),
  };
}

const { report, settings, products, reviews, coupons, terms } = await seeded(now);
const variations = products.flatMap((product) => product.variations);
const sold = [...products, ...variations];
const media = fileURLToPath(new URL('../../examples/demo-shop/pictures/', import.meta.url));
const drawings = (await readdir(media)).map((file) => file.replace('.svg', '')).sort();

/** Returns `to come`, `running` or `over` for the sale of a product; `none` for a product without a sale. */
function saleOf({ sale, saleFrom, saleTo }: ProductRecord['prices']): string {
  if (sale === null) return 'none';
  const at = new Date(now).toISOString().slice(0, 19);
  if (saleFrom && saleFrom.utc > at) return 'to come';
  return saleTo && saleTo.utc < at ? 'over' : 'running';
}

describe('the demo shop', () => {
  test('is imported without a note', () => {
    expect([report.adjusted, report.leftOut]).toEqual([[], []]);
  });

  test('describes each picture that does not show the product itself', () => {
    const [first, second] = products.find(({ sku }) => sku === 'KC-DAWN')?.images ?? [];
    expect([first?.alt, second?.alt]).toEqual(['Dawn mug', 'Spoons']);
  });

  test('has unique ids, slugs and SKUs', () => {
    const all: readonly (readonly (string | number)[])[] = [
      sold.map(({ id }) => id),
      sold.map(({ sku }) => sku),
      products.map(({ slug }) => slug),
      terms.flatMap(({ records }) => records.map(({ id }) => id)),
      reviews.map(({ id }) => id),
    ];
    for (const values of all) {
      expect(values).toHaveLength(new Set(values).size);
    }
  });

  test('has about sixty products of all types, statuses and visibilities', () => {
    expect(products.length).toBeGreaterThan(55);
    expect(new Set(products.map(({ type }) => type))).toEqual(
      new Set(['simple', 'variable', 'grouped', 'external']),
    );
    expect(new Set(products.map(({ catalogVisibility }) => catalogVisibility))).toEqual(
      new Set(['visible', 'catalog', 'search', 'hidden']),
    );
    expect(new Set(products.map(({ status }) => status))).toEqual(new Set(['publish', 'draft', 'private']));
    expect(
      variations.some(({ attributes }) => attributes.filter(({ slug }) => slug !== '').length === 2),
    ).toBe(true);
    expect(variations.some(({ attributes }) => attributes.some(({ slug }) => slug === ''))).toBe(true);
  });

  test('has current, future and past sales, and every state of stock', () => {
    expect(new Set(sold.map(({ prices }) => saleOf(prices)))).toEqual(
      new Set(['none', 'running', 'to come', 'over']),
    );
    expect(new Set(sold.map(({ stock }) => stock.status))).toEqual(
      new Set(['instock', 'outofstock', 'onbackorder']),
    );
    const low = sold.filter(
      ({ stock }) => stock.quantity !== null && stock.quantity > 0 && stock.quantity <= 3,
    );
    expect(low.length).toBeGreaterThan(3);
    expect(sold.filter(({ prices }) => prices.regular === 0).length).toBeGreaterThan(1);
    expect(products.some(({ soldIndividually }) => soldIndividually)).toBe(true);
    expect(products.some(({ downloads }) => downloads.length > 0)).toBe(true);
    expect(products.some(({ taxClass }) => taxClass === 'reduced-rate')).toBe(true);
    for (const { prices } of sold) {
      if (prices.sale !== null) expect(prices.sale).toBeLessThan(prices.regular ?? 0);
    }
  });

  test('refers only to existing products and terms', () => {
    const ids = new Set(products.map(({ id }) => id));
    for (const one of products) {
      const named = [...one.groupedIds, ...one.upsellIds, ...one.crossSellIds, ...one.relatedIds];
      expect(named.filter((id) => !ids.has(id) || id === one.id)).toEqual([]);
    }
    expect(reviews.filter(({ productId }) => !ids.has(productId))).toEqual([]);
    const options = terms.flatMap((list) => (list.kind === 'terms' ? list.records : []));
    const named = [
      ...products.flatMap((one) =>
        one.attributes.flatMap(({ id, options: own }) => own.map(({ slug }) => ({ id, slug }))),
      ),
      ...variations.flatMap((one) => one.attributes),
    ];
    for (const { id, slug } of named.filter((one) => one.id > 0 && one.slug !== '')) {
      expect(options.filter((one) => one.attributeId === id).map((one) => one.slug)).toContain(slug);
    }
  });

  test('has coupons, tax classes and zones of every kind, with references only to existing records', () => {
    const { tax, shippingZones = [] } = settings;
    expect(coupons.map((one) => [one.code, one.discountType, one.freeShipping])).toEqual([
      ['welcome10', 'percent', false],
      ['kiln5', 'fixed_cart', false],
      ['postfree', 'fixed_cart', true],
      ['fourmugs', 'fixed_product', false],
    ]);
    const classes = tax?.rates.map(({ taxClass, ppm }) => [taxClass, ppm]);
    expect(classes).toEqual([
      ['standard', 210_000],
      ['reduced-rate', 90_000],
      ['zero-rate', 0],
    ]);
    expect(new Set(products.map(({ taxClass }) => taxClass))).toEqual(
      new Set(['', 'reduced-rate', 'zero-rate']),
    );
    expect(shippingZones.map(({ name }) => name)).toEqual([
      'Wadden Islands',
      'The Netherlands and Belgium',
      'Rest of Europe',
    ]);
    const ids = new Set(terms.flatMap(({ records }) => records.map(({ id }) => id)));
    const named = coupons.flatMap((one) => [...one.categoryIds, ...one.excludedCategoryIds]);
    const costs = shippingZones.flatMap(({ methods }) => methods.flatMap((one) => Object.keys(one.settings)));
    const ofClasses = costs.filter((name) => name.startsWith('class_cost_'));
    expect(
      [...named, ...ofClasses.map((name) => Number(name.slice(11)))].filter((id) => !ids.has(id)),
    ).toEqual([]);
    expect(ofClasses).toHaveLength(3);
    const instances = shippingZones.flatMap(({ methods }) => methods.map(({ instanceId }) => instanceId));
    expect(new Set(instances).size).toBe(instances.length);
  });

  test('has a product and prices for roles that exist', () => {
    const { customerRoles = [] } = settings;
    const reserved = products.filter(({ visibleTo }) => visibleTo !== null);
    expect(reserved.map(({ sku, visibleTo }) => [sku, visibleTo])).toEqual([['KC-CRATE', customerRoles]]);
    const priced = products.filter(({ rolePrices }) => rolePrices.length > 0);
    expect(priced.map(({ sku, rolePrices }) => [sku, rolePrices.map(({ role }) => role)])).toEqual([
      ['KC-SPOONS', ['customer', ...customerRoles]],
    ]);
    const named = products.flatMap((one) => [...one.groupedIds, ...one.upsellIds, ...one.relatedIds]);
    expect(reserved.filter(({ id }) => named.includes(id))).toEqual([]);
  });

  test('counts its products by category with descendants, and its approved ratings', () => {
    const categories = terms.flatMap((list) => (list.kind === 'categories' ? list.records : []));
    const count = (slug: string) => categories.find((one) => one.slug === slug)?.count;
    expect([count('leaf-tea'), count('archive')]).toEqual([2, 0]);
    expect(count('tea')).toBeGreaterThan(count('leaf-tea') ?? 0);
    // Product 101 has three approved reviews. Its fourth review is on hold and does not count.
    const mug = products.find(({ id }) => id === 101);
    expect([mug?.averageRating, mug?.ratingCount]).toEqual(['4.67', 3]);
  });

  test('begins and ends its sales at midnight of the shop, in summer and in winter', async () => {
    const espresso = async (at: number) => (await seeded(at)).products.find(({ id }) => id === 103)?.prices;
    expect((await espresso(now))?.saleFrom).toEqual({
      local: '2026-05-14T00:00:00',
      utc: '2026-05-13T22:00:00',
    });
    expect((await espresso(Date.UTC(2026, 10, 20)))?.saleFrom?.utc).toBe('2026-11-13T23:00:00');
  });
});

describe('its pictures', () => {
  test('all have a drawing in four sizes, and every drawing is used', () => {
    const images = sold.flatMap((one) => one.images);
    for (const { name, thumbnail, medium, large, full } of images) {
      const sizes = ['thumbnail', 'medium', 'large', 'full'].map((size) => `/media/${name}-${size}.svg`);
      expect([thumbnail, medium, large, full]).toEqual(sizes);
    }
    expect([...new Set(images.map(({ name }) => name))].sort()).toEqual(drawings);
  });

  test.each(drawings)('%s is a small SVG that refers to nothing outside and runs nothing', async (name) => {
    const text = await readFile(`${media}${name}.svg`, 'utf8');
    expect(Buffer.byteLength(text)).toBeLessThan(2_048);
    expect(text).toMatch(
      /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="\d+" height="\d+" viewBox="[\d ]+"/,
    );
    expect(openTags(text)).toEqual([]);
    expect(text).not.toMatch(/<script|\bon\w+=|<!|&|url\(|href="(?!#)/);
  });
});

/** Returns the names of tags that are opened or closed wrongly; an empty list for well-formed XML. */
function openTags(text: string): string[] {
  const tag = /<(\/?)([a-z]+)(?:\s+[a-zA-Z:-]+="[^"<]*")*\s*(\/?)>/g;
  const open: string[] = [];
  const wrong: string[] = [];
  for (const [, closing, name = '', empty] of text.matchAll(tag)) {
    if (!closing && !empty) open.push(name);
    if (closing && open.pop() !== name) wrong.push(name);
  }
  const rest = text.replaceAll(tag, '');
  return [...wrong, ...open, ...(/[<>]/.test(rest) ? [rest] : [])];
}

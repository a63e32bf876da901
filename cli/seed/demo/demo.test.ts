import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { ProductRecord, ReviewRecord } from '#contracts/catalogue-import.ts';
import { Coupon } from '#contracts/coupons.ts';
import { StoreSettings } from '#contracts/settings.ts';
import { TermList } from '#contracts/terms.ts';
import { drawings } from '../pictures.ts';
import { demoShop } from './shop.ts';

const now = Date.UTC(2026, 4, 20, 9, 30);
const shop = demoShop(now);
const products = [...shop.products];
const reviews = [...shop.reviews];
const terms = shop.terms();
const variations = products.flatMap((product) => product.variations);
const sold = [...products, ...variations];
const media = fileURLToPath(new URL('../../../gateway/media/', import.meta.url));

/** Returns `to come`, `running` or `over` for the sale of a product; `none` for a product without a sale. */
function saleOf({ sale, saleFrom, saleTo }: ProductRecord['prices']): string {
  if (sale === null) return 'none';
  const at = new Date(now).toISOString().slice(0, 19);
  if (saleFrom && saleFrom.utc > at) return 'to come';
  return saleTo && saleTo.utc < at ? 'over' : 'running';
}

describe('the demo shop', () => {
  test('is accepted by the catalogue, record by record', () => {
    for (const product of products) ProductRecord.parse(product);
    for (const review of reviews) ReviewRecord.parse(review);
    for (const coupon of shop.coupons) Coupon.parse(coupon);
    for (const list of terms) TermList.parse(list);
    StoreSettings.partial().parse(shop.settings);
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
    const { tax, shippingZones = [] } = shop.settings ?? {};
    expect(shop.coupons.map((one) => [one.code, one.discountType, one.freeShipping])).toEqual([
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
    const named = shop.coupons.flatMap((one) => [...one.categoryIds, ...one.excludedCategoryIds]);
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
    const { customerRoles = [] } = shop.settings ?? {};
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

  test('begins and ends its sales at midnight of the shop, in summer and in winter', () => {
    const espresso = (at: number) => [...demoShop(at).products].find(({ id }) => id === 103)?.prices;
    expect(espresso(now)?.saleFrom).toEqual({ local: '2026-05-14T00:00:00', utc: '2026-05-13T22:00:00' });
    expect(espresso(Date.UTC(2026, 10, 20))?.saleFrom?.utc).toBe('2026-11-13T23:00:00');
  });
});

describe('its pictures', () => {
  test('all have a drawing, and every drawing is used', async () => {
    const files = (await readdir(media)).sort();
    expect(files).toEqual(drawings.map((name) => `${name}.svg`).sort());
    const used = new Set(products.flatMap(({ images }) => images.map(({ name }) => name)));
    expect(drawings.filter((name) => !used.has(name))).toEqual([]);
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

import type {
  EnteredPrices,
  EnteredStock,
  ProductRecord,
  ReviewRecord,
} from '#contracts/catalogue-import.ts';
import type { ProductAttribute, ShopTime } from '#contracts/product.ts';
import { Seeded } from '#platform/util/seeded.ts';
import { drawings, picture } from '../pictures.ts';
import {
  managedStock,
  plainPrices,
  plainProduct,
  plainVariation,
  slugOf,
  unmanagedStock,
} from '../record.ts';
import { attributes, brands, firstId, leaves, options, tags } from './terms.ts';
import { anyWord, title } from './vocabulary.ts';

/** Number of ids that are reserved for a product and its variations. */
const idsOfOne = 8;
const productsOfReview = 10;
const words = 82;
/** A word that every description contains. */
const commonWord = 'Cartwright';
const opened = Date.UTC(2022, 0, 1);
const openMinutes = 3 * 365 * 24 * 60;

/** Returns Unix milliseconds as a time. The synthetic shop is in UTC, so local time and UTC are equal. */
function time(at: number): ShopTime {
  const text = new Date(at).toISOString().slice(0, 19);
  return { local: text, utc: text };
}

const past = time(Date.UTC(2023, 0, 1));
const future = time(Date.UTC(2099, 0, 1));

/** Returns a random price from 2.00 to 500.00, in cents. Low prices are more frequent. */
function priceOf(random: Seeded): number {
  return Math.round(200 * 250 ** random.next());
}

/** Returns random prices. One product in four has a sale, which is current, past or in the future. */
function pricesOf(random: Seeded, regular = priceOf(random)): EnteredPrices {
  const sale = Math.round(regular * (0.5 + random.next() * 0.4));
  const plain = plainPrices(regular);
  switch (random.below(20)) {
    case 0:
    case 1:
      return { ...plain, sale };
    case 2:
      return { ...plain, sale, saleFrom: past, saleTo: future };
    case 3:
      return { ...plain, sale, saleTo: past };
    case 4:
      return { ...plain, sale, saleFrom: future };
    default:
      return plain;
  }
}

function stockOf(random: Seeded): EnteredStock {
  switch (random.below(10)) {
    case 0:
      return managedStock(0);
    case 1:
      return managedStock(random.below(4), 'notify');
    case 2:
    case 3:
    case 4:
      return managedStock(1 + random.below(200));
    default:
      return unmanagedStock;
  }
}

/** Returns a description of about 600 characters. */
function description(random: Seeded): string {
  const text = Array.from({ length: words }, () => anyWord(random));
  text[random.below(words)] = commonWord;
  return `<p>${text.join(' ')}.</p>`;
}

/** Returns up to `most` random elements in the order of the list. The first elements are chosen more often. */
function some<T>(random: Seeded, from: readonly T[], most: number): T[] {
  const places = Array.from({ length: random.below(most + 1) }, () =>
    Math.floor(random.next() ** 2 * from.length),
  );
  return from.filter((_, place) => places.includes(place));
}

const reference = ({ id, name, slug }: { id: number; name: string; slug: string }) => ({ id, name, slug });

/** Returns random attributes of a product. Variations differ in the first two attributes. */
function attributesOf(random: Seeded, isVariable: boolean): ProductAttribute[] {
  const chosen = isVariable ? attributes.slice(0, 2 + random.below(4)) : attributes.slice(random.below(6));
  return chosen.map((attribute, position) => {
    const own = options.filter(({ attributeId }) => attributeId === attribute.id);
    const variation = isVariable && position < 2;
    const first = random.below(own.length - 3);
    const shown = own.slice(first, first + (variation ? 3 : 1));
    return {
      ...{ id: attribute.id, key: attribute.slug, name: attribute.name, position, visible: true, variation },
      options: shown.map(({ slug, name }) => ({ slug, label: name })),
    };
  });
}

/** Returns two to six variations with different options. */
function variationsOf(random: Seeded, product: ProductRecord): ProductRecord['variations'] {
  const [first, second] = product.attributes;
  if (!first || !second) return [];
  const price = priceOf(random);
  return Array.from({ length: 2 + random.below(5) }, (_, place) => {
    const fixed = [first, second].map((attribute, depth) => {
      const option = attribute.options[depth === 0 ? place % 3 : Math.floor(place / 3)];
      return {
        ...{ id: attribute.id, key: attribute.key, name: attribute.name },
        ...{ slug: option?.slug ?? '', label: option?.label ?? '' },
      };
    });
    const labels = fixed.map(({ label }) => label).join(', ');
    return {
      ...plainVariation({
        id: product.id + 1 + place,
        name: `${product.name} - ${labels}`,
        slug: `${product.slug}-${place + 1}`,
        sku: `${product.sku}-${place + 1}`,
        permalink: product.permalink,
        created: product.created,
      }),
      prices: pricesOf(random, price + place * 100),
      stock: stockOf(random),
      menuOrder: place,
      attributes: fixed,
    };
  });
}

/** Returns the stars of the review of a product; 0 if the product has no review. One product in ten has a review. */
function starsOf(index: number): number {
  return index % productsOfReview === 0 ? 1 + new Seeded(index).below(5) : 0;
}

/** Returns the synthetic product with an index. The same index always gives the same product. */
export function syntheticProduct(index: number): ProductRecord {
  const random = new Seeded(Math.imul(index + 1, 0x9e3779b1));
  const name = `${title(random, 2)} ${index}`;
  const slug = slugOf(name);
  const isVariable = random.below(5) < 2;
  const stars = starsOf(index);
  const plain = plainProduct({
    ...{ id: firstId + index * idsOfOne, name, slug, sku: `S-${index}` },
    permalink: `https://synthetic.example/product/${slug}/`,
    created: time(opened + random.below(openMinutes) * 60_000),
  });
  const product: ProductRecord = {
    ...plain,
    type: isVariable ? 'variable' : 'simple',
    featured: random.below(20) === 0,
    description: description(random),
    shortDescription: `<p>${title(random, 1)} ${anyWord(random)} ${anyWord(random)}.</p>`,
    prices: isVariable ? plainPrices(null) : pricesOf(random),
    stock: isVariable ? unmanagedStock : stockOf(random),
    weight: String((1 + random.below(80)) / 10),
    images: [picture(random.pick(drawings), name)],
    categories: [reference(random.pick(leaves))],
    tags: some(random, tags, 4).map(reference),
    brands: [reference(random.pick(brands))],
    attributes: attributesOf(random, isVariable),
    averageRating: stars === 0 ? '0.00' : `${stars}.00`,
    ratingCount: stars === 0 ? 0 : 1,
    reviewCount: stars === 0 ? 0 : 1,
    totalSales: random.below(1_000),
    menuOrder: random.below(100),
  };
  return isVariable ? { ...product, variations: variationsOf(random, product) } : product;
}

/** Returns the review of the product with an index; null if the product has no review. */
export function syntheticReview(index: number): ReviewRecord | null {
  const rating = starsOf(index);
  if (rating === 0) return null;
  const random = new Seeded(index + 7);
  const text = Array.from({ length: 12 }, () => anyWord(random)).join(' ');
  return {
    id: firstId + index,
    productId: firstId + index * idsOfOne,
    created: time(opened + (openMinutes + random.below(100_000)) * 60_000),
    status: 'approved',
    reviewer: title(random, 1),
    review: `<p>${text}.</p>`,
    rating,
    verified: random.below(2) === 0,
    email: `buyer-${index}@customers.example`,
    accountId: 0,
  };
}

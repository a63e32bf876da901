import {
  importBatch,
  importProducts,
  importReviews,
  importTerms,
  type ReviewRecord,
} from '#contracts/catalogue-import.ts';
import {
  type EnteredPrices,
  type EnteredStock,
  type Image,
  type ProductAttribute,
  type ProductRecord,
  plainProduct,
  plainVariation,
  type ShopTime,
} from '#contracts/product.ts';
import type { TermList } from '#contracts/terms.ts';
import { Seeded } from '#platform/util/seeded.ts';
import type { Report } from '#platform/woocommerce/import.ts';
import {
  type ImportRequest,
  recordBytes,
  type Services,
  type ShowProgress,
  sendAll,
  summedCounts,
} from '#platform/woocommerce/send.ts';
import { managedStock, plainPrices, slugOf, unmanagedStock } from './record.ts';
import {
  anyWord,
  attributes,
  brands,
  firstId,
  leaves,
  options,
  TermCounter,
  tags,
  title,
} from './synthetic-terms.ts';

/** Maximum bytes of records in a message. A larger record is sent in a message of its own. */
const portionBytes = 400_000;

/**
 * Stores a made-up shop of `size` products. The terms come after the products, because each term contains its number of
 * products, which is known only then. The reviews come last, because their products must already be stored.
 */
export async function seedSynthetic(services: Services, show: ShowProgress, size: number): Promise<Report> {
  const counter = new TermCounter();
  let taken: Report['taken'] = {};
  const send = async (what: string, total: number, messages: Iterable<ImportRequest>) => {
    let done = 0;
    const outcome = await sendAll(services, messages, (count) => {
      done += count;
      show(what, done, Math.max(total, done));
    });
    taken = summedCounts(taken, outcome);
  };
  const products = requests(productsOf(size, counter), async (to, records) => {
    const { products: own, variations } = await to.request(importProducts, { records });
    return { products: own, variations };
  });
  await send('products', size, products);
  for (const { kind, records } of counter.lists()) {
    const terms = requests<TermList['records'][number]>(records, async (to, portion) => {
      const { outcome } = await to.request(importTerms, { kind, records: portion } as TermList);
      return { [kind]: outcome };
    });
    await send(kind, records.length, terms);
  }
  const reviews = requests(reviewsOf(size), async (to, records) => ({
    reviews: (await to.request(importReviews, { records })).outcome,
  }));
  await send('reviews', 0, reviews);
  return { taken, adjusted: [], leftOut: [] };
}

/** Yields messages with records that each fit into a message. Records are generated when they are needed. */
function* requests<T>(
  records: Iterable<T>,
  send: (services: Services, portion: T[]) => ReturnType<ImportRequest['send']>,
): Generator<ImportRequest> {
  const requestOf = (portion: T[]) => ({
    count: portion.length,
    send: (services: Services) => send(services, portion),
  });
  let portion: T[] = [];
  let bytes = 0;
  for (const record of records) {
    const size = recordBytes(record);
    if (portion.length === importBatch || (portion.length > 0 && bytes + size > portionBytes)) {
      yield requestOf(portion);
      portion = [];
      bytes = 0;
    }
    portion.push(record);
    bytes += size;
  }
  if (portion.length > 0) yield requestOf(portion);
}

function* productsOf(size: number, counter: TermCounter): Generator<ProductRecord> {
  for (let index = 0; index < size; index += 1) {
    const product = syntheticProduct(index);
    counter.add(product);
    yield product;
  }
}

function* reviewsOf(size: number): Generator<ReviewRecord> {
  for (let index = 0; index < size; index += 1) {
    const review = syntheticReview(index);
    if (review) yield review;
  }
}

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
      ...plainVariation,
      id: product.id + 1 + place,
      name: `${product.name} - ${labels}`,
      slug: `${product.slug}-${place + 1}`,
      sku: `${product.sku}-${place + 1}`,
      permalink: product.permalink,
      created: product.created,
      modified: product.created,
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
function syntheticProduct(index: number): ProductRecord {
  const random = new Seeded(Math.imul(index + 1, 0x9e3779b1));
  const name = `${title(random, 2)} ${index}`;
  const slug = slugOf(name);
  const isVariable = random.below(5) < 2;
  const stars = starsOf(index);
  const created = time(opened + random.below(openMinutes) * 60_000);
  const product: ProductRecord = {
    ...plainProduct,
    ...{ id: firstId + index * idsOfOne, name, slug, sku: `S-${index}`, created, modified: created },
    permalink: `https://synthetic.example/product/${slug}/`,
    type: isVariable ? 'variable' : 'simple',
    featured: random.below(20) === 0,
    description: description(random),
    shortDescription: `<p>${title(random, 1)} ${anyWord(random)} ${anyWord(random)}.</p>`,
    prices: isVariable ? plainPrices(null) : pricesOf(random),
    stock: isVariable ? unmanagedStock : stockOf(random),
    weight: String((1 + random.below(80)) / 10),
    images: [pictureOf(random, name)],
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
function syntheticReview(index: number): ReviewRecord | null {
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

/** Names of the drawings of the demo shop, in the order of their ids: the first one is the image 9001. */
const drawings: readonly string[] = [
  ...['apron', 'beans', 'board', 'book', 'bowl', 'butter-dish', 'cake-stand', 'casserole', 'cold-brew'],
  ...['dripper', 'electric-grinder', 'espresso-cup', 'espresso-machine', 'filters', 'french-press'],
  ...['gift', 'gift-card', 'glasses', 'hand-grinder', 'harbour-mug', 'iron-teapot', 'jug', 'kettle'],
  ...['latte-bowl', 'moka-pot', 'mug', 'nesting-bowls', 'pan', 'plate', 'salt-pig', 'sample-bags'],
  ...['server', 'siphon', 'spoons', 'strainer', 'tea-tin', 'teapot', 'towel', 'tumbler', 'wheel'],
];

/** Returns the picture of a product: one of the demo shop's, each of which the gateway has in four sizes. */
function pictureOf(random: Seeded, alt: string): Image {
  const name = random.pick(drawings);
  const address = (size: string) => `/media/${name}-${size}.svg`;
  return {
    id: 9_001 + drawings.indexOf(name),
    thumbnail: address('thumbnail'),
    medium: address('medium'),
    large: address('large'),
    full: address('full'),
    name,
    alt,
  };
}

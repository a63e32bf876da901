import { z } from 'zod';
import { Seeded } from '#platform/util/seeded.ts';
import type { Request } from './load/job.ts';
import { sendOnce } from './send-once.ts';

/** Number of different lists, words or products in the requests of one measurement. */
const choices = 64;
const perPage = 10;

const Page = z.object({
  products: z.array(z.object({ id: z.int(), name: z.string() })),
  total_pages: z.int(),
});
const Terms = z.array(z.object({ slug: z.string(), count: z.int() }));

async function read<S extends z.ZodType>(url: string, schema: S): Promise<z.output<S>> {
  const response = await fetch(url);
  const body: unknown = await response.json();
  if (!response.ok) throw new Error(`${url} gave ${response.status}: ${JSON.stringify(body)}`);
  return schema.parse(body);
}

/** Creates requests for lists of a seeded catalogue. */
export class Catalogue {
  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  /**
   * Returns requests with these headers for the first page of all products and of each category. Sends each request
   * once, so the gateway caches the pages.
   */
  async cachedLists(headers: Readonly<Record<string, string>> = {}): Promise<Request[]> {
    const categories = await this.#categories();
    const requests = ['', ...categories.map((slug) => `?category=${slug}`)].map((query) => ({
      ...list(query),
      headers,
    }));
    await sendOnce(this.#url, requests);
    return requests;
  }

  /**
   * Returns requests for the first five pages of all products. The requests skip the cache. `more` are further
   * parameters, such as `&show_reviews=true`.
   */
  async uncachedLists(more = ''): Promise<Request[]> {
    return Array.from({ length: 5 }, (_, page) => list(`?page=${page + 1}&_skip_cache=1${more}`));
  }

  /** Returns one request for each category: for the products of the category whose prices are in a certain range. */
  async filtered(): Promise<Request[]> {
    const categories = await this.#categories();
    return categories.map((slug) => list(`?category=${slug}&min_price=10&max_price=60&_skip_cache=1`));
  }

  /** Returns requests that search for words from product names. */
  async searches(): Promise<Request[]> {
    const { products } = await read(`${this.#url}/v2/products?per_page=100`, Page);
    const words = new Set(products.flatMap(({ name }) => name.toLowerCase().match(/[a-z]{4,}/g) ?? []));
    return [...words]
      .slice(0, choices)
      .map((word) => list(`?search=${word}&orderby=relevance&_skip_cache=1`));
  }

  /** Returns a request that searches for a word that every product contains. */
  async searchesForAll(): Promise<Request[]> {
    return [list('?search=cartwright&orderby=relevance&_skip_cache=1')];
  }

  /** Returns requests for the variations of variable products. */
  async variations(): Promise<Request[]> {
    const { products } = await read(`${this.#url}/v2/products?type=variable&per_page=100`, Page);
    return products
      .slice(0, choices)
      .map(({ id }) => ({ method: 'GET', path: `/v2/products/${id}/variations?_skip_cache=1` }));
  }

  /** Returns the ids of simple products, at most 1,000. The prices of other products come from their variations. */
  async pricedProductIds(): Promise<number[]> {
    const ids: number[] = [];
    for (let page = 1; page <= 10; page += 1) {
      const query = `type=simple&orderby=id&order=asc&per_page=100&page=${page}`;
      const { products } = await read(`${this.#url}/v2/products?${query}`, Page);
      ids.push(...products.map(({ id }) => id));
      if (products.length < 100) break;
    }
    return ids;
  }

  /** Returns requests for random pages of a list. */
  async pages(query: string, seed: number): Promise<Request[]> {
    const pages = (await read(`${this.#url}/v2/products?per_page=${perPage}&${query}`, Page)).total_pages;
    const random = new Seeded(seed);
    return Array.from({ length: choices }, () =>
      list(`?page=${random.below(pages) + 1}&${query}&_skip_cache=1`),
    );
  }

  /** Returns the slug of the category with the most products. */
  async fullestCategory(): Promise<string> {
    const [slug = ''] = await this.#categories();
    return slug;
  }

  async #categories(): Promise<string[]> {
    const url = `${this.#url}/v2/products/categories?per_page=${choices}&orderby=count&order=desc`;
    const found = await read(url, Terms);
    return found.filter(({ count }) => count > 0).map(({ slug }) => slug);
  }
}

function list(query: string): Request {
  return { method: 'GET', path: `/v2/products${query}` };
}

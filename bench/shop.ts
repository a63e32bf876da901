import { Seeded } from '#platform/random/seeded.ts';
import { type Request, runJob } from './load/job.ts';

/** Carts that adds go to at random in one run. */
const cartsInOneRun = 256;
const preparingConnections = 64;

/** The seeded shop as the load sees it: products, and carts of three lines each. */
export class Shop {
  readonly #url: string;
  readonly #productIds: readonly number[];
  readonly #carts: readonly string[];

  constructor(url: string, productIds: readonly number[], carts: number) {
    const random = new Seeded(1);
    this.#url = url;
    this.#productIds = productIds;
    this.#carts = Array.from({ length: carts }, () => random.word(30));
  }

  /** Puts three distinct products into every cart. @throws Error when an add was not a success */
  async fillCarts(): Promise<void> {
    const requests = this.#three().flatMap((id) => this.#carts.map((cart) => add(cart, id)));
    await sendOnce(this.#url, requests);
  }

  /** The three products that all carts hold. */
  #three(): readonly number[] {
    return this.#productIds.slice(0, 3);
  }

  productRequests(query: string): Request[] {
    return this.#productIds.map((id) => ({ method: 'GET', path: `/v2/products/${id}${query}` }));
  }

  /** Requests that find every product in the gateway's cache, since each has just been asked for. */
  async cachedRequests(): Promise<Request[]> {
    const requests = this.productRequests('');
    await sendOnce(this.#url, requests);
    return requests;
  }

  /** The same with the tag of the answer that is current now. */
  async conditionalRequests(): Promise<Request[]> {
    const requests: Request[] = [];
    for (const { method, path } of this.productRequests('')) {
      const response = await fetch(this.#url + path);
      await response.arrayBuffer();
      requests.push({ method, path, headers: { 'if-none-match': response.headers.get('etag') ?? '' } });
    }
    return requests;
  }

  cartReads(): Request[] {
    return this.#carts.map((cart) => ({ method: 'GET', path: `/v2/cart?cart_key=${cart}` }));
  }

  /** Adds of each of the three products to 256 carts, another choice of carts for another seed. */
  addItems(seed: number): Request[] {
    const random = new Seeded(seed);
    const carts = Array.from({ length: cartsInOneRun }, () => random.pick(this.#carts));
    return carts.flatMap((cart) => this.#three().map((id) => add(cart, id)));
  }
}

/** Sends each request once. @throws Error when one of the answers was no success */
export async function sendOnce(url: string, requests: readonly Request[]): Promise<void> {
  const { statuses } = await runJob({ url, connections: preparingConnections, requests, seed: 1 });
  const failed = Object.entries(statuses).filter(([status]) => !isSuccess(Number(status)));
  if (failed.length === 0) return;
  const counts = failed.map(([status, count]) => `status ${status} ${count} times`);
  throw new Error(`the shop cannot be prepared: ${requests[0]?.path} and its like gave ${counts.join(', ')}`);
}

function add(cart: string, productId: number): Request {
  return {
    method: 'POST',
    path: `/v2/cart/add-item?cart_key=${cart}`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ id: String(productId), quantity: '1' }),
  };
}

/** Whether a status is one that the bench wants to see: a success, or "not modified". */
export function isSuccess(status: number): boolean {
  return (status >= 200 && status < 300) || status === 304;
}

import type { Request } from './load/job.ts';
import { sendOnce } from './send-once.ts';

/** Creates requests for products of the shop. */
export class Shop {
  readonly #url: string;
  readonly #productIds: readonly number[];

  constructor(url: string, productIds: readonly number[]) {
    this.#url = url;
    this.#productIds = productIds;
  }

  productRequests(query: string): Request[] {
    return this.#productIds.map((id) => ({ method: 'GET', path: `/v2/products/${id}${query}` }));
  }

  /** Sends a request for each product once, so that the gateway caches the products. Returns the same requests. */
  async cachedRequests(): Promise<Request[]> {
    const requests = this.productRequests('');
    await sendOnce(this.#url, requests);
    return requests;
  }

  /** Returns requests for products with their current ETags in `If-None-Match`. */
  async conditionalRequests(): Promise<Request[]> {
    const requests: Request[] = [];
    for (const { method, path } of this.productRequests('')) {
      const response = await fetch(this.#url + path);
      await response.arrayBuffer();
      requests.push({ method, path, headers: { 'if-none-match': response.headers.get('etag') ?? '' } });
    }
    return requests;
  }
}

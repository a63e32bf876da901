import type { Request } from './load/job.ts';
import { sendOnce } from './send-once.ts';

/** The products of the shop as the load sees them. */
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
}

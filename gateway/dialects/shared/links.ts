/**
 * Addresses of resources on one mount. They begin with the configured public URL, never with what a request calls
 * the host.
 */
export class Links {
  readonly #root: string;
  /** The picture of things that have none (http/placeholder.ts). */
  readonly placeholder: string;

  /** `publicUrl` is without a slash at its end, `prefix` the mount's path. */
  constructor(publicUrl: string, prefix: string) {
    this.#root = publicUrl + prefix;
    this.placeholder = `${publicUrl}/placeholder.svg`;
  }

  product(id: number): string {
    return `${this.#root}/v2/products/${id}`;
  }

  category(id: number): string {
    return `${this.#root}/v2/products/categories/${id}`;
  }

  tag(id: number): string {
    return `${this.#root}/v2/products/tags/${id}`;
  }

  /** The operation that puts this product or variation into a cart. */
  addItem(id: number): string {
    return `${this.#root}/v2/cart/add-item?id=${id}`;
  }

  /** The operation that puts children of this grouped product into a cart. */
  addItems(id: number): string {
    return `${this.#root}/v2/cart/add-items?id=${id}`;
  }
}

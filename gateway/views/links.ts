/**
 * Addresses of resources on one mount. They begin with the configured public URL, never with what a request calls
 * the host.
 */
export class Links {
  readonly #root: string;

  /** `root` is the public URL with the mount's path, without a slash at its end. */
  constructor(root: string) {
    this.#root = root;
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

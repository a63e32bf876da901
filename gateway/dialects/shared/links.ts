/**
 * Addresses of resources on one mount. They begin with the configured public URL, never with what a request calls
 * the host.
 */
export class Links {
  readonly #publicUrl: string;
  readonly #root: string;
  /** The picture of things that have none (http/placeholder.ts). */
  readonly placeholder: string;

  /** `publicUrl` is without a slash at its end, `prefix` the mount's path. */
  constructor(publicUrl: string, prefix: string) {
    this.#publicUrl = publicUrl;
    this.#root = publicUrl + prefix;
    this.placeholder = `${publicUrl}/placeholder.svg`;
  }

  /** The address of a path of this server, mount and all. */
  at(path: string): string {
    return this.#publicUrl + path;
  }

  /** A picture: one of this server's own is kept as a path. */
  picture(address: string): string {
    return address.startsWith('/') ? this.#publicUrl + address : address;
  }

  /** A resource by its path from the version on, `v1/products/13`. */
  resource(path: string): string {
    return `${this.#root}/${path}`;
  }

  product(id: number): string {
    return `${this.#root}/v2/products/${id}`;
  }

  category(id: number): string {
    return `${this.#root}/v2/products/categories/${id}`;
  }

  variation(id: number, parentId: number): string {
    return `${this.product(parentId)}/variations/${id}`;
  }

  tag(id: number): string {
    return `${this.#root}/v2/products/tags/${id}`;
  }

  /** The operation that puts this product or variation into a cart. */
  addItem(id: number): string {
    return `${this.#root}/v2/cart/add-item?id=${id}`;
  }

  /** The same with the quantity 1 and the options of a variation, by attribute. */
  addItemWith(id: number, options: Readonly<Record<string, string>>): string {
    const chosen = Object.entries(options).map(
      ([attribute, option]) => `&variation[${encodeURIComponent(attribute)}]=${encodeURIComponent(option)}`,
    );
    return `${this.addItem(id)}&quantity=1${chosen.join('')}`;
  }

  /** The operation that puts children of this grouped product into a cart. */
  addItems(id: number): string {
    return `${this.#root}/v2/cart/add-items?id=${id}`;
  }
}

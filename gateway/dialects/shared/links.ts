/**
 * Addresses of resources on one mount. They begin with the configured public URL, never with the request's
 * host.
 */
export class Links {
  readonly #publicUrl: string;
  readonly #root: string;
  /** The placeholder picture (gateway/routes/media/placeholder.ts). */
  readonly placeholder: string;

  /** `publicUrl` has no trailing slash; `prefix` is the mount's path. */
  constructor(publicUrl: string, prefix: string) {
    this.#publicUrl = publicUrl;
    this.#root = publicUrl + prefix;
    this.placeholder = `${publicUrl}/placeholder.svg`;
  }

  /** Returns the address of a path of this server, with the mount. */
  at(path: string): string {
    return this.#publicUrl + path;
  }

  /** Returns a picture's address; pictures of this server are stored as paths. */
  picture(address: string): string {
    return address.startsWith('/') ? this.#publicUrl + address : address;
  }

  /** Returns the address of a resource, from a path such as `v1/products/13`. */
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

  /** Returns the address that adds this product or variation to a cart. */
  addItem(id: number): string {
    return `${this.#root}/v2/cart/add-item?id=${id}`;
  }

  /** Returns the same with the quantity 1 and a variation's options. */
  addItemWith(id: number, options: Readonly<Record<string, string>>): string {
    const chosen = Object.entries(options).map(
      ([attribute, option]) => `&variation[${encodeURIComponent(attribute)}]=${encodeURIComponent(option)}`,
    );
    return `${this.addItem(id)}&quantity=1${chosen.join('')}`;
  }

  /** Returns the address that adds products of this group to a cart. */
  addItems(id: number): string {
    return `${this.#root}/v2/cart/add-items?id=${id}`;
  }
}

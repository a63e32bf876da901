import { z } from 'zod';
import { urlSchema } from './kinds.ts';
import { kind, type Members, object, optional, part } from './view.ts';
import type { Version } from './views.ts';

/**
 * Builds the addresses of resources on one mount. Each address begins with the configured public URL. The
 * header `Host` is not used, because clients can forge the header.
 */
export class Links {
  readonly #publicUrl: string;
  readonly #root: string;
  /** The address of the placeholder picture (gateway/site/media.ts). */
  readonly placeholder: string;

  /** `publicUrl` has no trailing slash; `prefix` is the path of the mount. */
  constructor(publicUrl: string, prefix: string) {
    this.#publicUrl = publicUrl;
    this.#root = publicUrl + prefix;
    this.placeholder = `${publicUrl}/placeholder.svg`;
  }

  /** Returns the address for a path that includes the prefix of a mount. */
  at(path: string): string {
    return this.#publicUrl + path;
  }

  /**
   * Returns the address of a picture. A path without a host gets the public URL in front; other addresses are
   * unchanged.
   */
  picture(address: string): string {
    return address.startsWith('/') ? this.#publicUrl + address : address;
  }

  /** Returns the address of a resource on this mount, from a path such as `v1/products/13`. */
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

  /** Returns the address that adds a product or variation to the cart. */
  addItem(id: number): string {
    return `${this.#root}/v2/cart/add-item?id=${id}`;
  }

  /**
   * Returns the address that adds a product or variation to the cart, with the quantity 1 and the given
   * options.
   */
  addItemWith(id: number, options: Readonly<Record<string, string>>): string {
    const chosen = Object.entries(options).map(
      ([attribute, option]) => `&variation[${encodeURIComponent(attribute)}]=${encodeURIComponent(option)}`,
    );
    return `${this.addItem(id)}&quantity=1${chosen.join('')}`;
  }

  /** Returns the address that adds the products of a group to the cart. */
  addItems(id: number): string {
    return `${this.#root}/v2/cart/add-items?id=${id}`;
  }
}

/** The addresses of a resource, of its list and of its parent resource. */
interface Addresses {
  readonly self: string;
  readonly collection: string;
  readonly up: string;
}

export const hrefs = z.array(z.strictObject({ href: urlSchema.describe('The URL.') }));

/** Declares the address under one name in `_links`, such as `up`. */
function address<Data, Scope>(words: string, read: (data: Data, scope: Scope) => string) {
  return kind(hrefs)<Data, Scope>(words, (data, scope) => [{ href: read(data, scope) }]);
}

const inList: Members<Omit<Addresses, 'up'>, unknown> = {
  self: address('The resource itself.', ({ self }) => self),
  collection: address('The list that contains it.', ({ collection }) => collection),
};
/** Addresses of a resource and of its list. */
export const addresses = object<Omit<Addresses, 'up'>, unknown>(inList);
/** Addresses of a resource, of its list and of its parent resource. */
export const addressesBelow = object<Addresses, unknown>({
  ...inList,
  up: address('The parent resource.', ({ up }) => up),
});

/** Returns the members with the addresses of a resource: `_links`, and the same as `links` in v1. */
export function linkMembers<Data, Scope extends { readonly version: Version }>(
  read: (data: Data, scope: Scope) => Addresses,
): Members<Data, Scope> {
  return {
    _links: part('The URLs of related resources.', addressesBelow, read),
    links: optional(
      part('The same as `_links`; in v1 only.', addressesBelow, read),
      (_, { version }) => version === 'v1',
    ),
  };
}

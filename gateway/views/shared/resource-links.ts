import { z } from 'zod';
import { url } from './schemas/texts.ts';
import { kind, type Members, optional } from './view.ts';
import type { Version } from './views.ts';

/** The addresses under one name in `_links`, such as `up`. */
export const hrefs = z.array(z.strictObject({ href: url.describe('The URL.') }));
const addresses = z.strictObject({
  self: hrefs.describe('The resource itself.'),
  collection: hrefs.describe('The list that contains it.'),
  up: hrefs.describe('The parent resource.'),
});

/** The addresses of a resource, of its list and of its parent resource. */
interface Addresses {
  readonly self: string;
  readonly collection: string;
  readonly up: string;
}

/** Returns the members with the addresses of a resource: `_links`, and the same as `links` in v1. */
export function linkMembers<Data, Scope extends { readonly version: Version }>(
  read: (data: Data, scope: Scope) => Addresses,
): Members<Data, Scope> {
  const links = (data: Data, scope: Scope) => {
    const { self, collection, up } = read(data, scope);
    return { self: [{ href: self }], collection: [{ href: collection }], up: [{ href: up }] };
  };
  return {
    _links: kind(addresses)('The URLs of related resources.', links),
    links: optional(
      kind(addresses)('The same as `_links`; in v1 only.', links),
      (_, { version }) => version === 'v1',
    ),
  };
}

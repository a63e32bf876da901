import { z } from 'zod';
import { urlSchema } from './kinds.ts';
import { kind, type Members, object, optional, part } from './view.ts';
import type { Version } from './views.ts';

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

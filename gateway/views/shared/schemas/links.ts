import { z } from 'zod';
import { url } from './texts.ts';

/** The addresses under one name in `_links`, such as `up`. */
const hrefs = z.array(z.strictObject({ href: url.describe('The URL.') }));

/** Addresses of a resource and of its list. */
export const addresses = z.strictObject({
  self: hrefs.describe('The resource itself.'),
  collection: hrefs.describe('The list that contains it.'),
});

/** Addresses of a resource, of its list and of its parent resource. */
export const addressesBelow = addresses.extend({ up: hrefs.describe('The parent resource.') });

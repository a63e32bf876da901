import { z } from 'zod';
import { url } from './texts.ts';

/** Addresses of one relation. */
const hrefs = z.array(z.strictObject({ href: url.describe('The URL.') }));

/** Addresses of a resource and of its list. */
export const addresses = z.strictObject({
  self: hrefs.describe('The resource itself.'),
  collection: hrefs.describe('The list that contains it.'),
});

/** Addresses of a resource, of its list and of its parent resource. */
export const addressesBelow = addresses.extend({ up: hrefs.describe('The parent resource.') });

/** The links of v2, which are in `_links`; v1 has them under `links` too. */
const linksV2 = { _links: addressesBelow.describe('The URLs of related resources.') };
export const linksInV1 = {
  ...linksV2,
  links: addressesBelow.optional().describe('The same as `_links`; in v1 only.'),
};

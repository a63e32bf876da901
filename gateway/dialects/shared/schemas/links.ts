import { z } from 'zod';
import { url } from './texts.ts';

/** Addresses of one relation. */
const hrefs = z.array(z.strictObject({ href: url.describe('The address.') }));

/** Where a resource is, and the list that it is in. */
export const addresses = z.strictObject({
  self: hrefs.describe('The resource itself.'),
  collection: hrefs.describe('The list that it is in.'),
});

/** The same with what the resource is below. */
export const addressesBelow = addresses.extend({ up: hrefs.describe('What it is below.') });

/** Addresses under the name of v2, and those of v1 under both of their names. */
const linksV2 = { _links: addressesBelow.describe('Addresses.') };
export const linksInV1 = {
  ...linksV2,
  links: addressesBelow.optional().describe('The same as `_links`; in v1 only.'),
};

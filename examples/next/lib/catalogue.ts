import { createClient } from '@cartwright/client';
import { shopUrl } from './settings';

/** Marks everything that is made of the catalogue, so that the webhook can refresh it. */
export const catalogueTag = 'catalogue';

/**
 * The shop as everybody sees it. Next keeps the answers, so pages that ask nothing else are static. They are made anew when
 * a product has changed, and at least every hour, because a delivery of the webhook can be late.
 */
export const catalogue = createClient({
  url: shopUrl,
  fetch: (url, init) =>
    fetch(url, { ...init, cache: 'force-cache', next: { tags: [catalogueTag], revalidate: 3600 } }),
});

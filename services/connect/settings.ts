import { z } from 'zod';
import { ProcessSettings, secret, wholeNumber } from '#platform/service/settings.ts';
import { serverUrl } from '#platform/woocommerce/http.ts';

/** Returns whether a text is the address of a shop, without a key pair in it. */
function isShopUrl(text: string): boolean {
  try {
    serverUrl(text);
    return true;
  } catch {
    return false;
  }
}

/** Settings of the role connect. The settings that all processes have are in platform/service/settings.ts. */
export const ConnectSettings = ProcessSettings.extend({
  CONNECT_MONGODB_URL: secret(z.string().regex(/^mongodb(\+srv)?:\/\/./, 'must be a mongodb:// URL')),
  /** The address of the shop. */
  WOOCOMMERCE_URL: z.string().refine(isShopUrl, 'must be an address like https://shop.example'),
  /** A key pair of WooCommerce with the permission Read/Write. */
  WOOCOMMERCE_CONSUMER_KEY: z.string(),
  WOOCOMMERCE_CONSUMER_SECRET: secret(z.string()),
  /** Seconds between two questions to the shop's plugin. */
  CONNECT_EVERY: wholeNumber
    .pipe(z.number().min(1, 'must be from 1 to 300').max(300, 'must be from 1 to 300'))
    .default(5),
});
export type ConnectSettings = z.infer<typeof ConnectSettings>;

import { z } from 'zod';
import { areOfTwoPairs, ClaimPrivateKey } from '#platform/bus/claim.ts';
import { usualDeadlineMs } from '#platform/bus/tries.ts';
import { ProcessSettings, secret, wholeNumber } from '#platform/service/settings.ts';
import { withoutEndingSlashes } from '#platform/util/text.ts';
import { isOriginPattern } from './http/cors.ts';
import { isLoopback } from './http/transport.ts';
import { keyPlace } from './site/checkout-link.ts';
import { dialects, isDialectName } from './views/dialects.ts';

const list = (text: string) => text.split(',').map((one) => one.trim());

/** A list of file descriptors, written as `4,5,6`. An empty text is an empty list. */
const Descriptors = z
  .string()
  .regex(/^(\d+(,\d+)*)?$/, 'must be a list of descriptors such as 4,5')
  .default('')
  .transform((text) => list(text).filter(Boolean).map(Number));

/** The mounts with their dialects: a list of `path:dialect`, separated by commas. */
const Mounts = z
  .string()
  .default('/:service,/wp-json/cocart:cocart')
  .transform((text, context) => {
    const mounts = list(text).map((one) => {
      const [, path = '', dialect = ''] = /^(\/[\w./-]*):(\w+)$/.exec(one) ?? [];
      return { prefix: withoutEndingSlashes(path), dialect };
    });
    const known = Object.keys(dialects).join(' or ');
    if (!mounts.every(({ dialect }) => isDialectName(dialect))) {
      context.addIssue(`must be a list of /path:dialect, where the dialect is ${known}`);
    }
    return mounts.map(({ prefix, dialect }) => ({
      prefix,
      dialect: isDialectName(dialect) ? dialects[dialect] : dialects.service,
    }));
  });

const onOrOff = z.enum(['on', 'off']).transform((word) => word === 'on');

const Gateway = ProcessSettings.extend({
  /** The private key that signs claims. Only the gateway has this key. */
  CLAIM_PRIVATE_KEY: secret(ClaimPrivateKey),
  HTTP_HOST: z.string().default('127.0.0.1'),
  /** Port for plain HTTP. With 0, the operating system chooses a free port. */
  HTTP_PORT: wholeNumber.default(8080),
  HTTPS_PORT: wholeNumber.default(8443),
  /** File with the certificate for HTTPS. HTTPS needs both `TLS_CERT_FILE` and `TLS_KEY_FILE`. */
  TLS_CERT_FILE: z.string().optional(),
  /** File with the private key for HTTPS. */
  TLS_KEY_FILE: z.string().optional(),
  /**
   * Descriptors of sockets for plain HTTP on which another process already listens. The gateway then opens no
   * port.
   */
  HTTP_FD: Descriptors,
  /** Descriptors of sockets for HTTPS on which another process already listens. */
  HTTPS_FD: Descriptors,
  /** Whether several gateway processes may listen on the same port. */
  REUSE_PORT: z
    .enum(['true', 'false'])
    .default('false')
    .transform((text) => text === 'true'),
  /**
   * Seconds for which the gateway accepts new connections after SIGTERM. Meanwhile `/health/ready` returns 503,
   * so that a load balancer notices the stop.
   */
  STOP_DELAY: wholeNumber.default(0),
  /** Seconds for which the gateway may serve cached answers after a feed fails. These answers may be stale. */
  STALE_READS_FOR: wholeNumber.pipe(z.int().min(0)).default(3_600),
  /**
   * Public address of the gateway, with which links in answers begin. The gateway does not use the header
   * `Host` for links, because clients can forge the header.
   */
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'must be an http:// or https:// URL' })
    .transform(withoutEndingSlashes)
    .optional(),
  /** Addresses and networks (`10.0.0.0/8`) of proxies whose `X-Forwarded-*` headers are trusted. */
  TRUSTED_PROXIES: z
    .string()
    .default('')
    .transform((text) => list(text).filter(Boolean)),
  /**
   * Origins that CORS allows, such as `https://*.example.com` and `http://localhost:*`; empty if CORS
   * allows no origin.
   */
  CORS_ORIGINS: z
    .string()
    .default('')
    .transform((text) => list(text).filter(Boolean))
    .refine(
      (origins) => origins.every(isOriginPattern),
      'must be a list of origins such as https://shop.example or https://*.shop.example',
    ),
  MOUNTS: Mounts,
  /**
   * Which callers may set the price of an item: key pairs with write permission, everybody, or
   * nobody (docs/reference/cart.md#a-price-of-the-caller).
   */
  PRICE_OVERRIDE: z.enum(['trusted', 'public', 'off']).default('trusted'),
  /** The secret that signs and verifies guest cart keys. */
  GUEST_KEY_SECRET: secret(z.string().min(32, 'must have at least 32 characters')),
  /** Whether clients of a CoCart mount may choose guest cart keys (docs/reference/cart.md#whose-cart-it-is). */
  /** Whether visitors may create accounts, which `/v2/store` tells. The auth service decides it. */
  REGISTRATION: z
    .enum(['on', 'off'])
    .transform((word) => word === 'on')
    .prefault('on'),
  GUEST_KEYS: z.enum(['any', 'issued']).default('any'),
  /** Whether `/openapi.json` and `/docs` are served. */
  DOCS: onOrOff.prefault('on'),
  /** Folder of a built storefront (examples/storefront), served at `/shop`; `off` for no storefront. */
  SHOP: z
    .string()
    .default('off')
    .transform((folder) => (folder === 'off' ? null : folder)),
  /** Folder with the pictures of the demo shop (examples/demo-shop/pictures), served at `/media`; `off` for none. */
  PICTURES: z
    .string()
    .default('off')
    .transform((folder) => (folder === 'off' ? null : folder)),
  /** Folder with the shop's own files of languages (docs/languages.md); `off` for none. */
  LANGUAGES: z
    .string()
    .default('off')
    .transform((folder) => (folder === 'off' ? null : folder)),
  /** Whether clients on this machine may send passwords over plain HTTP (docs/reference/login.md#plain-http). */
  LOCAL_HTTP_LOGIN: onOrOff.prefault('off'),
  /** Address of the checkout page. The cart key replaces `{cart_key}` (docs/checkout.md). */
  CHECKOUT_URL: z
    .url({ protocol: /^https?$/, error: 'must be an http:// or https:// URL' })
    .refine((url) => url.includes(keyPlace), `must contain ${keyPlace}`)
    .optional(),
  /** Address of the WooCommerce shop that `connect` follows. With it, the gateway begins checkouts (docs/checkout.md). */
  WOOCOMMERCE_URL: z.url({ protocol: /^https?$/, error: 'must be an http:// or https:// URL' }).optional(),
  /** Address of the WordPress to which the gateway forwards requests (docs/moving.md#the-rest-of-wordpress). */
  UPSTREAM_URL: z
    .url({ protocol: /^https?$/, error: 'must be an http:// or https:// URL' })
    .refine(
      (text) =>
        ['username', 'password', 'search', 'hash'].every((part) => Reflect.get(new URL(text), part) === ''),
      'must have no credentials, query or fragment',
    )
    .transform(withoutEndingSlashes)
    .optional(),
  /**
   * Namespaces of WordPress's REST API, such as `wc/v3`. The gateway forwards requests in these namespaces to
   * WordPress.
   */
  UPSTREAM_NAMESPACES: z
    .string()
    .default('wc/store,wc/v1,wc/v2,wc/v3,wp/v2')
    .transform((text) => list(text).filter(Boolean))
    .refine(
      (namespaces) => namespaces.every((one) => /^[\w-]+(?:\/[\w-]+)*$/.test(one)),
      'must be a list of namespaces such as wc/v3',
    ),
  /** Milliseconds from the receipt of a request until its answer. */
  REQUEST_DEADLINE: wholeNumber.pipe(z.int().min(500).max(10_000)).default(usualDeadlineMs),
  /** Maximum number of open event streams of one gateway (docs/live-carts.md). */
  EVENT_STREAMS: wholeNumber.default(10_000),
});

/** Settings of the gateway, including the settings that every process has (platform/service/settings.ts). */
export const GatewaySettings = Gateway.refine(
  ({ LOCAL_HTTP_LOGIN: isOn, HTTP_HOST: host, TRUSTED_PROXIES: proxies }) =>
    !isOn || (isLoopback(host) && proxies.length === 0),
  {
    path: ['LOCAL_HTTP_LOGIN'],
    message: 'needs a loopback address in HTTP_HOST and no TRUSTED_PROXIES',
  },
).refine(({ CLAIM_PRIVATE_KEY: own, CLAIM_PUBLIC_KEY: others }) => !areOfTwoPairs(own, others), {
  path: ['CLAIM_PUBLIC_KEY'],
  message: 'is not the public key of CLAIM_PRIVATE_KEY, so every service would refuse every request',
});
export type GatewaySettings = z.infer<typeof GatewaySettings>;

import { isLoopback } from '../http/transport.ts';

/** The address of a gateway, as far as the gateway knows it. */
export interface OwnAddress {
  /** The public address. */
  readonly publicUrl: string;
  /** The HTTPS port of the gateway itself; null if it has none. */
  readonly httpsPort: number | null;
}

/** Returns the origins at which browsers reach this gateway: its public address, and its own HTTPS port. */
export function ownOrigins({ publicUrl, httpsPort }: OwnAddress): string[] {
  const { origin, hostname } = new URL(publicUrl);
  const secure = httpsPort === null ? origin : new URL(`https://${hostname}:${httpsPort}`).origin;
  const origins = [...new Set([origin, secure])];
  const byName = origins.map((one) => one.replace(hostname, 'localhost'));
  return isLoopback(hostname) && hostname !== 'localhost' ? [...origins, ...byName] : origins;
}

/** The addresses in the examples of the documents. The first two are those of `npm start`. */
const [written, writtenSecure, writtenAnywhere] = [
  'http://127.0.0.1:8080',
  'https://127.0.0.1:8443',
  'https://shop.example',
];
/** The certificate authority of `npm start`, for curl. */
const localAuthority = '--cacert .data/tls/ca.pem ';

/**
 * Returns a function that replaces the addresses in an example for storefronts by those of this shop, so that the example
 * can be copied. On a public host with HTTPS, curl also needs no certificate authority of its own.
 *
 * The examples stay as they are where the gateway does not know better: behind a local proxy with HTTPS, plain HTTP is
 * still at the written address, because the proxy's certificate is not known to curl.
 */
export function ownExamples({ publicUrl, httpsPort }: OwnAddress): (example: string) => string {
  const { protocol, hostname } = new URL(publicUrl);
  const isSecure = protocol === 'https:';
  const isLocal = isLoopback(hostname);
  const own = isSecure && isLocal ? written : publicUrl;
  const portOfOwn = httpsPort === null ? writtenSecure : `https://${hostname}:${httpsPort}`;
  const secure = isSecure ? publicUrl : portOfOwn;
  return (example) => {
    const text = example
      .replaceAll(written, own)
      .replaceAll(writtenSecure, secure)
      .replaceAll(writtenAnywhere, own);
    return isSecure && !isLocal ? text.replaceAll(localAuthority, '') : text;
  };
}

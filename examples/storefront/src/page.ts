/**
 * Returns the text that the gateway has written into a `<meta>` element of the page; an empty text without the element.
 */
function metaContent(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';
}

/** The URL with which links and pictures in answers begin. */
const publicUrl = metaContent('public-url');

/**
 * Returns the URL from which the page may load a picture. Pictures of the shop itself are loaded from the origin of the
 * page.
 */
export function pictureAddress(src: string): string {
  return publicUrl && src.startsWith(`${publicUrl}/`) ? src.slice(publicUrl.length) : src;
}

/**
 * Returns the URL of this page over HTTPS; null if the page may already send passwords. The guest's cart key
 * and a key for a new password are in the fragment of the URL, which browsers do not send to servers.
 */
export function securePage(cartKey: string | null): string | null {
  const { protocol, hostname, pathname } = location;
  const port = metaContent('https-port');
  if (protocol === 'https:' || !port) return null;
  const fragment = new URLSearchParams(location.hash.slice(1));
  if (cartKey) fragment.set('cart', cartKey);
  return `https://${hostname}:${port}${pathname}${fragment.size > 0 ? `#${fragment}` : ''}`;
}

/**
 * Returns whether a page may take the cart whose key is in the fragment without asking: the browser has no cart yet, and
 * the page was opened by the shop's own page over plain HTTP. Anybody can send a link with the key of a cart that he reads.
 *
 * `referrer` is the address of the page with the link, which only the browser sets; `hostname` is the host of this page.
 */
export function isOwnCart(own: string | null, referrer: string, hostname: string): boolean {
  if (own !== null || !URL.canParse(referrer)) return false;
  const from = new URL(referrer);
  return from.protocol === 'http:' && from.hostname === hostname;
}

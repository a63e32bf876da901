/** Returns the text that the gateway wrote into a `<meta>` of the page, or an empty one. */
function metaContent(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';
}

/** The address with which links and pictures in answers begin. */
const publicUrl = metaContent('public-url');

/** Returns the address from which this page may load a picture. The shop's own pictures are loaded from this origin. */
export function pictureAddress(src: string): string {
  return publicUrl && src.startsWith(`${publicUrl}/`) ? src.slice(publicUrl.length) : src;
}

/**
 * Returns the address of this page over HTTPS, or null if passwords can be sent already. The key of a guest's cart and
 * a key for a new password are in its fragment, which is not sent to a server.
 */
export function securePage(cartKey: string | null): string | null {
  const { protocol, hostname, pathname } = location;
  const port = metaContent('https-port');
  if (protocol === 'https:' || !port) return null;
  const fragment = new URLSearchParams(location.hash.slice(1));
  if (cartKey) fragment.set('cart', cartKey);
  return `https://${hostname}:${port}${pathname}${fragment.size > 0 ? `#${fragment}` : ''}`;
}

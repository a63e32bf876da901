/** Returns what the gateway wrote into a `<meta>` of the page; empty for nothing. */
function metaContent(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';
}

/** The address that links and pictures of answers begin with. */
const publicUrl = metaContent('public-url');

/** Returns the address of a picture as this page may load it: those of the shop itself come from this origin. */
export function pictureAddress(src: string): string {
  return publicUrl && src.startsWith(`${publicUrl}/`) ? src.slice(publicUrl.length) : src;
}

/**
 * Returns the same page over HTTPS, or null where passwords may be sent already. A guest's cart and a
 * key for a new password go along in the fragment, which no server sees.
 */
export function securePage(cartKey: string | null): string | null {
  const { protocol, hostname, pathname } = location;
  const port = metaContent('https-port');
  if (protocol === 'https:' || !port) return null;
  const fragment = new URLSearchParams(location.hash.slice(1));
  if (cartKey) fragment.set('cart', cartKey);
  return `https://${hostname}:${port}${pathname}${fragment.size > 0 ? `#${fragment}` : ''}`;
}

import { isIPv6 } from 'node:net';

/** The eight groups of an IPv6 address without its zone, in small letters without leading zeros. */
function groupsOf(address: string): string[] {
  // The canonical form of a URL's host knows all ways to write an address, also those that end like IPv4.
  const [withoutZone = ''] = address.split('%', 1);
  const { hostname } = new URL(`http://[${withoutZone}]`);
  const [head = '', tail] = hostname.slice(1, -1).split('::');
  const groups = (text: string | undefined) => (text ? text.split(':') : []);
  const [first, last] = [groups(head), groups(tail)];
  return [...first, ...Array<string>(8 - first.length - last.length).fill('0'), ...last];
}

/**
 * What one client can be taken for by its address: an IPv4 address, or the first 64 bits of an IPv6 address, since
 * whoever has one of them has them all (docs/reference/login.md#failed-attempts). What is no address is taken as it is.
 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const groups = groupsOf(address);
  const [, , , , , mark, high = '0', low = '0'] = groups;
  if (mark === 'ffff' && groups.slice(0, 5).every((group) => group === '0')) {
    const bytes = [high, low].map((group) => Number.parseInt(group, 16));
    return bytes.flatMap((group) => [group >> 8, group & 255]).join('.');
  }
  return `${groups.slice(0, 4).join(':')}::/64`;
}

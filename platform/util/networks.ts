import { isIPv6 } from 'node:net';

/** Returns the eight groups of an IPv6 address in lower case, without leading zeros and without the zone. */
function groupsOf(address: string): string[] {
  // The URL parser canonicalises all notations, including addresses that end with an IPv4 address.
  const [withoutZone = ''] = address.split('%', 1);
  const { hostname } = new URL(`http://[${withoutZone}]`);
  const [head = '', tail] = hostname.slice(1, -1).split('::');
  const groups = (text: string | undefined) => (text ? text.split(':') : []);
  const [first, last] = [groups(head), groups(tail)];
  return [...first, ...Array<string>(8 - first.length - last.length).fill('0'), ...last];
}

/**
 * Returns the network that identifies a client: its IPv4 address, or the first 64 bits of its IPv6 address. A
 * client controls all addresses with these 64 bits (docs/reference/login.md#failed-attempts). Any other text is
 * returned unchanged.
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

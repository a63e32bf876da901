import { isIPv6 } from 'node:net';

/** Where one bit of an address leads in the tree: to another node, to an entry by its offset, or to nothing (null). */
type Branch = Node | number | null;
type Node = [zero: Branch, one: Branch];

/** The zero bytes that the format requires between the tree and the entries. */
const gap = Buffer.alloc(16);
const metadataMarker = Buffer.from('\u{ab}\u{cd}\u{ef}MaxMind.com', 'latin1');

/** Returns the control bytes before a value, which contain its type and its length. All lengths here are below 29. */
const control = (type: number, length: number) =>
  type < 8 ? Buffer.of((type << 5) | length) : Buffer.of(length, type - 7);

function text(value: string): Buffer {
  const bytes = Buffer.from(value);
  return Buffer.concat([control(2, bytes.length), bytes]);
}

/** Returns the encoding of an unsigned number. A number of 2, 4 or 8 bytes has the type 5, 6 or 9. */
function number(value: number, bytes: 2 | 4 | 8): Buffer {
  const written = Buffer.alloc(8);
  written.writeBigUInt64BE(BigInt(value));
  return Buffer.concat([control({ 2: 5, 4: 6, 8: 9 }[bytes], bytes), written.subarray(8 - bytes)]);
}

function map(entries: Readonly<Record<string, Buffer>>): Buffer {
  const written = Object.entries(entries).flatMap(([key, value]) => [text(key), value]);
  return Buffer.concat([control(7, Object.keys(entries).length), ...written]);
}

/** Returns the bits of a network's prefix. 96 zero bits come before the bits of an IPv4 address. */
function bitsOf(network: string): number[] {
  const [address = '', length = ''] = network.split('/');
  const groups = isIPv6(address) ? groupsOf(address) : groupsOf(`::${address}`);
  const bits = groups.flatMap((group) => [...group.toString(2).padStart(16, '0')].map(Number));
  return bits.slice(0, Number(length) + (isIPv6(address) ? 0 : 96));
}

/** Returns the eight groups of an IPv6 address. The end of the address may be written like an IPv4 address. */
function groupsOf(address: string): number[] {
  const written = address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_all, ...bytes: string[]) => {
    const [a = 0, b = 0, c = 0, d = 0] = bytes.slice(0, 4).map(Number);
    return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
  });
  const [before = [], after = []] = written
    .split('::')
    .map((half) => half.split(':').flatMap((group) => (group === '' ? [] : Number.parseInt(group, 16))));
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
}

/** Adds a network with the offset of its entry to the tree. Networks must not overlap. */
function insert(root: Node, network: string, entry: number): void {
  const bits = bitsOf(network);
  const last = bits.pop() ?? 0;
  let node = root;
  for (const bit of bits) {
    const found = node[bit];
    const next: Node = Array.isArray(found) ? found : [null, null];
    node[bit] = next;
    node = next;
  }
  node[last] = entry;
}

/**
 * Returns the tree as records of 24 bits. A record below `count` is the number of a node. A record equal to
 * `count` means that there is no entry. A larger record gives the offset of an entry.
 */
function recordsOf(root: Node): { count: number; bytes: Buffer } {
  const nodes: Node[] = [root];
  for (const node of nodes) nodes.push(...node.filter((branch) => Array.isArray(branch)));
  const count = nodes.length;
  const numbers = new Map(nodes.map((node, index) => [node, index]));
  const bytes = Buffer.alloc(count * 6);
  for (const [index, branch] of nodes.flat().entries()) {
    const record = Array.isArray(branch) ? numbers.get(branch) : count + (branch === null ? 0 : 16 + branch);
    bytes.writeUIntBE(record ?? count, index * 3, 3);
  }
  return { count, bytes };
}

/**
 * Returns a database with the country of each network, in MaxMind's format (version 2.0, `.mmdb`).
 *
 * @param countries - country code of each network: `{ '192.0.2.0/24': 'DE', '2001:db8::/32': 'FR' }`
 */
export function countryDatabase(countries: Readonly<Record<string, string>>): Buffer {
  const root: Node = [null, null];
  let entries = Buffer.alloc(0);
  for (const [network, code] of Object.entries(countries)) {
    insert(root, network, entries.length);
    entries = Buffer.concat([entries, map({ country: map({ iso_code: text(code) }) })]);
  }
  const { count, bytes } = recordsOf(root);
  const metadata = map({
    binary_format_major_version: number(2, 2),
    binary_format_minor_version: number(0, 2),
    build_epoch: number(1_767_225_600, 8),
    database_type: text('Countries'),
    description: map({ en: text('Countries of a test') }),
    ip_version: number(6, 2),
    languages: control(11, 0),
    node_count: number(count, 4),
    record_size: number(24, 2),
  });
  return Buffer.concat([bytes, gap, entries, metadataMarker, metadata]);
}

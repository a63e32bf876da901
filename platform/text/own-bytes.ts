/**
 * Returns a text as UTF-8 bytes that have memory of their own, for caches. `Buffer.from` returns a part of a pool of
 * 64 kB, and each cached part would keep a whole pool in memory.
 */
export function ownBytes(text: string): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  bytes.write(text);
  return bytes;
}

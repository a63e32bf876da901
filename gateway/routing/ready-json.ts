/** The body of an answer as bytes of JSON, which can be sent unchanged. */
export class ReadyJson {
  readonly bytes: Buffer;
  /** A digest of the bytes: different bytes have different digests. Null if the digest was not computed. */
  readonly digest: string | null;

  constructor(bytes: Buffer, digest: string | null = null) {
    this.bytes = bytes;
    this.digest = digest;
  }
}

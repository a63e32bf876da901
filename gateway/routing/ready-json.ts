/** A body that is already JSON. */
export class ReadyJson {
  readonly bytes: Buffer;
  /** A digest that differs whenever the bytes differ; null if none was computed. */
  readonly digest: string | null;

  constructor(bytes: Buffer, digest: string | null = null) {
    this.bytes = bytes;
    this.digest = digest;
  }
}

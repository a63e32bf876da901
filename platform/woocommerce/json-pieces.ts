import { createReadStream } from 'node:fs';

/**
 * The text of one value of a list, or of one named member of an object. The text may be invalid JSON. `start`
 * and `end` are byte positions in the file.
 */
export interface Piece {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Thrown for a file that is incomplete, or that contains no list and no object. */
export class NotJson extends Error {}

/** Maximum bytes of a piece. Records are far smaller. Without this limit, a broken file could fill the memory. */
const largestBytes = 64 * 1_048_576;
const chunkBytes = 262_144;

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
/** The bytes of a byte order mark, with which a file may begin. */
const byteOrderMark = [0xef, 0xbb, 0xbf];
/** For the character code of `[` and of `{`: the character code of the closing bracket. */
const closers: Readonly<Record<number, number>> = { 91: 93, 123: 125 };

const isBlank = (byte: number) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
const isOpening = (byte: number) => byte === 0x5b || byte === 0x7b;
const isClosing = (byte: number) => byte === 0x5d || byte === 0x7d;

/**
 * Cuts the text of a list or an object into pieces, which `JSON.parse` then parses. Only one piece needs to
 * be in memory. A streaming JSON parser would take five times as long.
 */
export class Cutter {
  #chunks: Buffer[] = [];
  #partBytes = 0;
  #position = 0;
  #start = 0;
  #depth = 0;
  #closer = 0;
  #ended = false;
  #inText = false;
  #escaped = false;
  #pieces = 0;

  /** Whether the file contains a list and not an object. Valid after the first piece, or after the last chunk. */
  get isList(): boolean {
    return this.#closer === closers[91];
  }

  /**
   * Yields the pieces that end in this chunk. The caller must not change the chunk later.
   *
   * @throws NotJson for a text that is no list and no object, or for a piece that is too large
   */
  *cut(chunk: Buffer): Generator<Piece> {
    let from = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      if (this.#inText) {
        at = this.#endOfText(chunk, at);
        continue;
      }
      const byte = chunk[at] ?? 0;
      if (this.#depth === 0) this.#outsideBrackets(byte, at);
      else if (!this.#endsPiece(byte)) continue;
      else yield* this.#piece(chunk.subarray(from, at), byte);
      from = at + 1;
    }
    if (this.#depth > 0) this.#append(chunk.subarray(from));
    this.#position += chunk.length;
  }

  /** Checks, after the last chunk, that the list or object is closed. @throws NotJson if the text is incomplete */
  end(): void {
    if (!this.#ended) throw new NotJson('ends in the middle');
  }

  /** Processes a byte outside of strings. Returns whether the byte ends a piece. */
  #endsPiece(byte: number): boolean {
    if (byte === quote) this.#inText = true;
    else if (isOpening(byte)) this.#depth += 1;
    else if (isClosing(byte)) {
      this.#depth -= 1;
      return this.#depth === 0;
    }
    return byte === comma && this.#depth === 1;
  }

  /**
   * Returns the index of the closing quote of a string. Returns the length of the chunk if the string does not end in
   * the chunk.
   */
  #endOfText(chunk: Buffer, from: number): number {
    for (let at = from; at < chunk.length; at += 1) {
      const byte = chunk[at];
      if (this.#escaped) this.#escaped = false;
      else if (byte === backslash) this.#escaped = true;
      else if (byte === quote) {
        this.#inText = false;
        return at;
      }
    }
    return chunk.length;
  }

  /** Processes a byte before the opening bracket or after the closing bracket. */
  #outsideBrackets(byte: number, at: number): void {
    const position = this.#position + at;
    if (isBlank(byte) || (this.#closer === 0 && byteOrderMark[position] === byte)) return;
    const closer = closers[byte];
    if (this.#ended || closer === undefined) throw new NotJson('is no list and no object');
    this.#closer = closer;
    this.#depth = 1;
    this.#start = position + 1;
  }

  #append(part: Buffer): void {
    this.#chunks.push(part);
    this.#partBytes += part.length;
    if (this.#partBytes > largestBytes) throw new NotJson('holds a record that is too large to be read');
  }

  /** Yields the piece before a comma or the last bracket. Yields nothing for an empty list or object. */
  *#piece(last: Buffer, byte: number): Generator<Piece> {
    this.#append(last);
    const bytes = this.#chunks.length === 1 ? last : Buffer.concat(this.#chunks);
    const start = this.#start;
    const end = start + bytes.length;
    this.#chunks = [];
    this.#partBytes = 0;
    this.#start = end + 1;
    if (byte !== comma) {
      if (byte !== this.#closer) throw new NotJson('has brackets that do not match');
      this.#ended = true;
      if (this.#pieces === 0 && bytes.every(isBlank)) return;
    }
    this.#pieces += 1;
    yield { text: bytes.toString(), start, end };
  }
}

/** Yields the pieces of a file, which `cutter` cuts. @throws NotJson, and errors of the file system */
export async function* piecesOf(path: string, cutter = new Cutter()): AsyncGenerator<Piece> {
  for await (const chunk of createReadStream(path, { highWaterMark: chunkBytes })) {
    yield* cutter.cut(chunk as Buffer);
  }
  cutter.end();
}

/** Returns the value in a piece of a list. @throws SyntaxError for invalid JSON */
export function entryOf({ text }: Pick<Piece, 'text'>): unknown {
  return JSON.parse(text);
}

/** Returns the name and the value in a piece of an object. @throws SyntaxError for invalid JSON */
export function memberOf({ text }: Pick<Piece, 'text'>): [name: string, value: unknown] {
  const [member] = Object.entries(JSON.parse(`{${text}}`));
  if (!member) throw new SyntaxError('an empty member');
  return member;
}

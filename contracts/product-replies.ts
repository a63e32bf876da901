import { z } from 'zod';

/** A value as bytes of JSON. Different bytes have different digests. */
export class SerializedJson<Value> {
  readonly bytes: Buffer;
  readonly digest: string;

  constructor(bytes: Buffer, digest: string) {
    this.bytes = bytes;
    this.digest = digest;
  }

  /** Returns the value. Does not store it, because caches of serialized values count only the bytes. */
  toJSON(): Value {
    return JSON.parse(this.bytes.toString()) as Value;
  }
}

/**
 * A reply with products or variations as JSON (`parts`), and with other members. The bus sends the bytes of the parts
 * unchanged (docs/decisions/products-as-bytes.md). As plain JSON, the values are the member `parts` of `others`.
 */
export class Parts<Value, Others extends object> {
  readonly parts: readonly SerializedJson<Value>[];
  readonly others: Others;

  constructor(parts: readonly SerializedJson<Value>[], others: Others) {
    this.parts = parts;
    this.others = others;
  }

  /** The values of the parts, parsed at each call. */
  get values(): Value[] {
    return this.parts.map((part) => part.toJSON());
  }

  /** The value of a reply with one part. @throws Error for a reply without parts */
  get only(): Value {
    const [first] = this.parts;
    if (!first) throw new Error('a reply lacks its only part');
    return first.toJSON();
  }

  /** Returns a copy with more members. */
  with<More extends object>(more: More): Parts<Value, Others & More> {
    return new Parts(this.parts, { ...this.others, ...more });
  }

  toJSON(): Others & { readonly parts: readonly SerializedJson<Value>[] } {
    return { ...this.others, parts: this.parts };
  }
}

/** Returns the schema of a reply whose parts are values of `part`. */
export function partsReply<Part extends z.ZodType, Others extends z.ZodObject>(
  part: Part,
  others: Others,
): z.ZodType<Parts<z.output<Part>, z.output<Others>>> {
  const plain = others.extend({ parts: z.array(part) });
  return z
    .custom<Parts<z.output<Part>, z.output<Others>>>((reply) => reply instanceof Parts)
    .superRefine((reply, ctx) => {
      const { error } = plain.safeParse({ ...reply.others, parts: reply.values });
      for (const { path, message } of error?.issues ?? []) ctx.addIssue({ code: 'custom', path, message });
    });
}

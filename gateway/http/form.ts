import { Busboy } from '@fastify/busboy';
import { refusal } from '#platform/errors/errors.ts';
import { invalidParameter } from '#platform/errors/faults.ts';

/** Maximum number of name and value pairs in a query or form. */
const maxPairs = 1_000;
/** Maximum number of bracket pairs after a name: `a[b][c]` has two. The depth of JSON has the same maximum. */
const maxBrackets = 20;
/** Maximum number of characters of a name in an error message. Longer names are cut off. */
const maxNameLength = 100;

type Value = string | Group;

/** The values of a name with brackets: the group `a` has the values of `a[b]` and `a[c]`. */
class Group {
  readonly #members = new Map<string, Value>();
  #next = 0;

  /** Returns the key for a bracket pair: its content, or the next free index for `[]`. */
  #keyOf(content: string): string {
    if (content !== '' && !/^(?:0|[1-9]\d{0,8})$/.test(content)) return content;
    const index = content === '' ? this.#next : Number(content);
    this.#next = Math.max(this.#next, index + 1);
    return String(index);
  }

  /**
   * Sets the value for the contents of brackets, such as `b` and `c` for the name `a[b][c]`. Replaces an
   * earlier value.
   */
  set([content = '', ...rest]: readonly string[], value: string): void {
    const key = this.#keyOf(content);
    if (rest.length === 0) {
      this.#members.set(key, value);
      return;
    }
    const known = this.#members.get(key);
    const group = known instanceof Group ? known : new Group();
    this.#members.set(key, group);
    group.set(rest, value);
  }

  /** The members as a list if their keys are 0, 1, 2 and so on, else as an object. */
  get plain(): unknown {
    const keys = [...this.#members.keys()];
    const values = [...this.#members.values()].map(plainOf);
    const isList = keys.every((key, at) => key === String(at));
    return isList ? values : Object.fromEntries(keys.map((key, at) => [key, values[at]]));
  }
}

function plainOf(value: Value): unknown {
  return value instanceof Group ? value.plain : value;
}

/**
 * Returns the contents of the brackets of a name: `a[b][c]` → `['b', 'c']`. The first bracket is at position
 * `open`. Ignores an unclosed bracket and text after the last bracket.
 */
function bracketsOf(fullName: string, open: number): string[] {
  const brackets: string[] = [];
  for (let at = open; fullName[at] === '['; ) {
    const close = fullName.indexOf(']', at);
    if (close < 0) break;
    if (brackets.length === maxBrackets) {
      throw invalidParameter(fullName.slice(0, maxNameLength), 'brackets', { maximum: maxBrackets });
    }
    brackets.push(fullName.slice(at + 1, close));
    at = close + 1;
  }
  return brackets;
}

export function tooMany(maximum: number) {
  return refusal('service_too_many_parameters', { maximum });
}

/**
 * The values of a query or form, nested by brackets as in PHP: `a[b]=1`, `a[]=1`, `a[0][b]=1`. Of equal names,
 * the last value counts.
 */
export class Form {
  readonly #values = new Map<string, Value>();
  #pairs = 0;

  /**
   * Adds a value. `fullName` is the name with its brackets. @throws ServiceError
   * `service_too_many_parameters`, `rest_invalid_param`
   */
  add(fullName: string, value: string): void {
    this.#pairs += 1;
    if (this.#pairs > maxPairs) throw tooMany(maxPairs);
    const open = fullName.indexOf('[');
    const name = open > 0 ? fullName.slice(0, open) : fullName;
    const brackets = open > 0 ? bracketsOf(fullName, open) : [];
    this.#set(name, brackets, value);
  }

  #set(name: string, brackets: readonly string[], value: string): void {
    if (brackets.length === 0) {
      this.#values.set(name, value);
      return;
    }
    const known = this.#values.get(name);
    const group = known instanceof Group ? known : new Group();
    this.#values.set(name, group);
    group.set(brackets, value);
  }

  get(name: string): unknown {
    const value = this.#values.get(name);
    return value === undefined ? undefined : plainOf(value);
  }

  get names(): string[] {
    return [...this.#values.keys()];
  }
}

/** Returns the values of a query or a URL-encoded form. @throws ServiceError the errors of `Form.add` */
export function formIn(text: string): Form {
  // Pairs are counted before they are parsed, because counting costs less than parsing.
  if (text.split('&', maxPairs + 1).length > maxPairs) throw tooMany(maxPairs);
  const form = new Form();
  for (const [name, value] of new URLSearchParams(text)) form.add(name, value);
  return form;
}

/** Limits of the parser. `readBody` (body.ts) limits the size of the body, and `Form` the number of fields. */
const limits = { fieldSize: Number.POSITIVE_INFINITY, headerPairs: 20, headerSize: 4_096 };
/**
 * Number of bytes that the parser gets at a time. With small chunks, parsing stops soon after `Form` refuses
 * a field.
 */
const chunkBytes = 16_384;

function invalidForm(cause?: unknown) {
  return refusal('service_invalid_form', {}, { cause });
}

function withFile() {
  return refusal('service_unsupported_media_type', { reason: 'files' });
}

function createParser(type: string) {
  try {
    return new Busboy({ headers: { 'content-type': type }, limits });
  } catch (error) {
    throw invalidForm(error);
  }
}

/**
 * Returns the fields of a `multipart/form-data` body.
 *
 * @throws ServiceError `service_invalid_form`, `service_unsupported_media_type` for a file, and the errors
 * of `Form.add`
 */
export async function multipartForm(bytes: Buffer, type: string): Promise<Form> {
  const parser = createParser(type);
  const form = new Form();
  const { promise: done, resolve, reject } = Promise.withResolvers<void>();
  let ended = false;
  const fail = (error: unknown) => {
    ended = true;
    reject(error);
  };
  parser.on('file', (_name, file) => {
    file.resume();
    fail(withFile());
  });
  parser.on('field', (name: string | undefined, value) => {
    if (ended) return;
    try {
      if (name === undefined) throw invalidForm();
      form.add(name, value);
    } catch (error) {
      fail(error);
    }
  });
  parser.on('error', (error) => fail(invalidForm(error)));
  parser.on('finish', resolve);
  for (let at = 0; at < bytes.length && !ended; at += chunkBytes) {
    parser.write(bytes.subarray(at, at + chunkBytes));
  }
  parser.end();
  await done;
  return form;
}

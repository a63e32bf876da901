import { invalidParameter, refusal } from '#platform/errors/errors.ts';

/** Maximum number of pairs in a query or form. */
const mostPairs = 1_000;
/** Maximum number of brackets after a name, as many as JSON has levels. */
const mostBrackets = 20;
/** Longest name that an error repeats. */
const longestName = 100;

/** Names that could reach an object's prototype if parsed data were merged. */
export const refusedNames: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

type Value = string | Group;

/** The values behind the brackets of one name. */
class Group {
  readonly #members = new Map<string, Value>();
  #next = 0;

  /** Returns the key of a bracket: its content, or the next index for `[]`. */
  #keyOf(content: string): string {
    if (content !== '' && !/^(?:0|[1-9]\d{0,8})$/.test(content)) return content;
    const index = content === '' ? this.#next : Number(content);
    this.#next = Math.max(this.#next, index + 1);
    return String(index);
  }

  /** Sets the value behind these brackets; a later one of the same place wins. */
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

  /** A list if the keys are 0, 1, 2, …, else an object. */
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
 * Returns the contents of the brackets from position `open` on. Text after them is ignored, like an unclosed bracket.
 */
function bracketsOf(written: string, open: number): string[] {
  const brackets: string[] = [];
  for (let at = open; written[at] === '['; ) {
    const close = written.indexOf(']', at);
    if (close < 0) break;
    if (brackets.length === mostBrackets) {
      throw invalidParameter(written.slice(0, longestName), `has more than ${mostBrackets} brackets.`);
    }
    brackets.push(written.slice(at + 1, close));
    at = close + 1;
  }
  return brackets;
}

export function tooMany(maximum: number) {
  return refusal('service_too_many_parameters', { maximum });
}

/**
 * The values of a query or form, nested by brackets as PHP nests them: `a[b]=1`, `a[]=1`, `a[0][b]=1`. The
 * last value of a place wins.
 */
export class Form {
  readonly #values = new Map<string, Value>();
  #pairs = 0;

  /** @throws ServiceError `service_too_many_parameters`, `rest_invalid_param` */
  add(written: string, value: string): void {
    this.#pairs += 1;
    if (this.#pairs > mostPairs) throw tooMany(mostPairs);
    const open = written.indexOf('[');
    const name = open > 0 ? written.slice(0, open) : written;
    const brackets = open > 0 ? bracketsOf(written, open) : [];
    if (refusedNames.has(name) || brackets.some((one) => refusedNames.has(one))) return;
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

/** Reads a query, or a form in the same writing. @throws ServiceError as `Form.add` */
export function formIn(text: string): Form {
  // Counts before it parses, since parsing costs more.
  if (text.split('&', mostPairs + 1).length > mostPairs) throw tooMany(mostPairs);
  const form = new Form();
  for (const [name, value] of new URLSearchParams(text)) form.add(name, value);
  return form;
}

import { z } from 'zod';
import { Problem } from '#platform/errors/problem.ts';

/** Returns a schema for text of limited length. */
export const text = (most: number) => z.string().max(most);

/**
 * Returns whether a postcode can match a pattern such as `179*` or `1000...1999`. An asterisk comes last. The lower end of
 * a range comes first. Both ends are numbers, or texts of the same length.
 */
export function isPostcodePattern(text: string): boolean {
  const [from = '', to, ...more] = text
    .replace(/[\s-]+/g, '')
    .toUpperCase()
    .split('...');
  if (to === undefined) return /^[^*]*.$/.test(from);
  if (more.length > 0 || from === '' || to === '') return false;
  if (/^\d+$/.test(from + to)) return BigInt(from) <= BigInt(to);
  return from.length === to.length && from <= to;
}

export const postcodeRule = 'must be a postcode, or like 179* or 1000...1999 with the lower end first';

/** By type of JSON: the name of the type in error messages. */
const kinds: Readonly<Record<string, string>> = {
  array: 'a list in [ ]',
  object: 'an entry in { }',
  record: 'an entry in { }',
  string: 'a text in quotes',
  boolean: 'true or false',
  number: 'a number',
  int: 'a whole number',
};

/** Returns the message for an error in the JSON; undefined if the schema itself defines the message. */
function sentence(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is missing' : `must be ${kinds[issue.expected] ?? issue.expected}`;
    case 'unrecognized_keys':
      return `${issue.keys.map((key) => `"${key}"`).join(', ')} is not known here`;
    case 'invalid_value':
      return `must be one of ${issue.values.join(', ')}`;
    case 'too_small':
      if (issue.origin === 'string') return 'must not be empty';
      return `must be ${issue.inclusive ? 'at least' : 'greater than'} ${issue.minimum}`;
    case 'too_big': {
      const of = issue.origin === 'string' ? ' characters' : issue.origin === 'array' ? ' entries' : '';
      return `must be ${of === '' ? '' : 'of '}at most ${issue.maximum}${of}`;
    }
    default:
      return undefined;
  }
}

/** Returns where in the JSON an error is, as text: `[1].methods[0].title`. */
function place(path: readonly PropertyKey[]): string {
  return path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('');
}

function parsed(name: string, value: string): unknown {
  try {
    const given: unknown = JSON.parse(value.replace(/^\uFEFF/, ''));
    // The JSON may also be what `settings show --json` prints: an object whose only member is the list.
    const isNamed = typeof given === 'object' && given !== null && Object.keys(given).join() === name;
    return isNamed ? (given as Record<string, unknown>)[name] : given;
  } catch (error) {
    const fault = error instanceof Error ? error.message : String(error);
    throw new Problem(`${name} takes JSON: ${fault}; nothing was changed`);
  }
}

/**
 * Parses records from JSON. The JSON is a list, or an object whose only member is the list and has the setting's name.
 */
export function recordsIn<S extends z.ZodType>(name: string, value: string, schema: S): z.output<S>[] {
  const result = z.array(schema).safeParse(parsed(name, value), { error: sentence });
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new Problem(
    `${name}${place(issue?.path ?? [])}: ${issue?.message ?? 'does not fit'}; nothing was changed`,
  );
}

/**
 * Returns a function that returns a record's id: the record's own id, otherwise the number after the greatest
 * id. `what` names the kind of id in the error.
 *
 * @throws Problem if two records have the same id
 */
export function numbering(what: string, given: readonly (number | undefined)[]): (own?: number) => number {
  const named = given.filter((one) => one !== undefined);
  const twice = named.find((one, index) => named.indexOf(one) !== index);
  if (twice !== undefined) throw new Problem(`${what} ${twice} is there twice; nothing was changed`);
  let last = Math.max(0, ...named);
  return (own) => {
    if (own !== undefined) return own;
    last += 1;
    return last;
  };
}

/** Returns text with the number of records, such as `2 rates`, and with the command that shows them. */
export function summary(name: string, count: number, one: string): string {
  return `${count} ${one}${count === 1 ? '' : 's'}${count === 0 ? '' : `: settings show ${name}`}`;
}

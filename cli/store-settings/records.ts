import { z } from 'zod';
import { Problem } from '../problem.ts';

/** Text of bounded length. */
export const text = (most: number) => z.string().max(most);

/** Country by its code. */
export const countryCode = /^[A-Z]{2}$/;

/** Where a fault is: `[1].methods[0].title`. */
function place(path: readonly PropertyKey[]): string {
  return path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('');
}

function parsed(name: string, value: string): unknown {
  try {
    const given: unknown = JSON.parse(value.replace(/^\uFEFF/, ''));
    // As `settings show --json` prints it, under its name.
    const isNamed = typeof given === 'object' && given !== null && Object.keys(given).join() === name;
    return isNamed ? (given as Record<string, unknown>)[name] : given;
  } catch (error) {
    throw new Problem(`${name} takes JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Records out of JSON text: a list, or an object that has it under the setting's name. @throws Problem naming the place */
export function recordsIn<S extends z.ZodType>(name: string, value: string, schema: S): z.output<S>[] {
  const result = z.array(schema).safeParse(parsed(name, value));
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const of = (message: string) => message.replace(/^Invalid input: /, '');
  throw new Problem(
    `${name}${place(issue?.path ?? [])}: ${of(issue?.message ?? 'does not fit')}; nothing was changed`,
  );
}

/**
 * Numbers for those that have none: the next above all that are given. `what` names them where one is given twice.
 *
 * @throws Problem for that
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

/** `2 rates`, and where they are shown. */
export function summary(name: string, count: number, one: string): string {
  return `${count} ${one}${count === 1 ? '' : 's'}${count === 0 ? '' : `: settings show ${name}`}`;
}

import { readFileSync } from 'node:fs';
import type { z } from 'zod';

/** Marks a setting as a secret, which may also be in a file. Call it last, because each change of a schema makes another. */
export function secret<S extends z.ZodType>(schema: S): S {
  return schema.meta({ secret: true });
}

/** Returns the names of the secrets among the settings of a process. */
export function secretsOf({ shape }: z.ZodObject): string[] {
  return Object.keys(shape).filter((name) => shape[name]?.meta()?.secret === true);
}

/** A problem with a variable, in the form of an issue of zod. The message continues a sentence that begins with the name. */
export interface VariableProblem {
  readonly path: readonly [string];
  readonly message: string;
}

/**
 * Returns all variables that have a value. An empty variable counts as absent. For a secret NAME that is not given,
 * the value is the content of the file that NAME_FILE names, without its final line end.
 */
export function givenVariables(
  environment: Readonly<Record<string, string | undefined>>,
  secrets: readonly string[],
): { given: Record<string, string>; problems: VariableProblem[] } {
  const given: Record<string, string> = {};
  for (const [name, value] of Object.entries(environment)) if (value) given[name] = value;
  const problems: VariableProblem[] = [];
  for (const name of secrets) {
    const variable = `${name}_FILE`;
    const file = given[variable];
    if (file === undefined) continue;
    const read = given[name] === undefined ? contentOf(file) : `must not be set together with ${name}`;
    if (typeof read === 'string') problems.push({ path: [variable], message: read });
    else given[name] = read.text;
  }
  return { given, problems };
}

/** Returns the text of a file, or what is wrong with the file. */
function contentOf(file: string): { text: string } | string {
  try {
    const text = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
    return text === '' ? `names ${file}, which is empty` : { text };
  } catch (error) {
    return `names ${file}, which cannot be read (${(error as NodeJS.ErrnoException).code})`;
  }
}

import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { ClaimPublicKey } from '#platform/bus/claim.ts';
import { checkBusUrl } from '#platform/bus/servers.ts';

/** Schema of an environment variable whose text is a whole number. */
export const wholeNumber = z.string().regex(/^\d+$/, 'must be a whole number').transform(Number);

/** Settings of every process: its name, the bus, its private port, its secrets. */
export const ProcessSettings = z.object({
  /** Name of this replica in logs, metrics and `status`, for example `cart-2`. */
  REPLICA: z
    .string()
    .regex(/^[a-z0-9-]+$/i)
    .optional(),
  /** URL of the NATS server. For a cluster: the URLs of several nodes, separated by commas. */
  NATS_URL: secret(z.string().superRefine(checkBusUrl)),
  /** The NATS user of this process. Absent if NATS_URL contains user and password. */
  NATS_USER: z.string().optional(),
  /** The password of `NATS_USER`. */
  NATS_PASSWORD: secret(z.string().optional()),
  /** The public key that verifies the claims of the gateway. */
  CLAIM_PUBLIC_KEY: ClaimPublicKey,
  /** The token for the operations of the private port. Health and metrics need no token. */
  OPERATIONS_TOKEN: secret(z.string().min(32, 'must have at least 32 characters')),
  PRIVATE_HOST: z.string().default('127.0.0.1'),
  /** The private port; 0 for any free port. */
  PRIVATE_PORT: wholeNumber.default(0),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  /** Whether replies are validated against their contracts. Only for tests, because validation costs time. */
  CHECK_REPLIES: z
    .enum(['true', 'false'])
    .default('false')
    .transform((text) => text === 'true'),
});
export type ProcessSettings = z.infer<typeof ProcessSettings>;

/** The error for missing or invalid settings. The message has a line for each missing or invalid setting. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

/**
 * Returns the process's settings from its environment. No other code reads the environment. An empty variable counts
 * as absent. A secret may be in a file (`givenVariables`).
 *
 * @throws SettingsError with the names of all missing or invalid variables, without their values
 */
export function readEnvironment<S extends z.ZodObject>(schema: S): z.infer<S> {
  const { given, problems } = givenVariables(process.env, secretsOf(schema));
  const result = schema.safeParse(given);
  if (result.success && problems.length === 0) return result.data;
  // A secret whose file cannot be read is also missing, which needs no line of its own.
  const issues = problems.length > 0 ? problems : (result.error?.issues ?? []);
  const lines = issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new SettingsError(`Bad settings in the environment:\n  ${lines.join('\n  ')}`);
}

/** Marks a setting as a secret, which may also be in a file. Call it last, because each change of a schema makes another. */
export function secret<S extends z.ZodType>(schema: S): S {
  return schema.meta({ secret: true });
}

/** Returns the names of the secrets among the settings of a process. */
export function secretsOf({ shape }: z.ZodObject): string[] {
  return Object.keys(shape).filter((name) => shape[name]?.meta()?.secret === true);
}

/** A problem with a variable, in the form of an issue of zod. The message continues a sentence that begins with the name. */
interface VariableProblem {
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

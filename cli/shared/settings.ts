import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { Problem } from '#platform/errors/problem.ts';
import { givenVariables, secret, secretsOf } from '#platform/service/settings.ts';

/** A NATS user with which commands log in. Only the user `streams` may make streams. */
export type NatsUser = 'cli' | 'streams';

/** URL of the NATS server of the running system, and the login of a user. */
export interface SystemAddress {
  readonly NATS_URL: string;
  readonly NATS_USER?: string | undefined;
  readonly NATS_PASSWORD?: string | undefined;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Returns the variables that have a value. A secret may be in a file. @throws Problem for a file that cannot be read */
function variablesIn(environment: Environment, secrets: readonly string[]): Record<string, string> {
  const { given, problems } = givenVariables(environment, secrets);
  if (problems.length > 0)
    throw new Problem(problems.map(({ path, message }) => `${path} ${message}`).join('; '));
  return given;
}

const secretName = 'WOOCOMMERCE_CONSUMER_SECRET';

/**
 * Returns the secret of a WooCommerce key pair; undefined if it is not set. The environment is safer than an option,
 * because other users of the machine can see command lines.
 */
export function consumerSecret(environment: Environment = process.env): string | undefined {
  return variablesIn(environment, [secretName])[secretName];
}

/** The setting `EVENT_REPLICAS`: the number of NATS nodes that store streams. */
export const eventReplicas = process.env.EVENT_REPLICAS;

const Named = z.object({
  NATS_URL: secret(z.string()),
  NATS_USER: z.string().optional(),
  NATS_PASSWORD: secret(z.string().optional()),
});
const SystemFile = z.object({ natsUrl: z.string(), httpUrl: z.string(), httpsUrl: z.string() });
const SecretsFile = z.object({ nats: z.object({ cli: z.string(), streams: z.string() }) });

async function readJson<S extends z.ZodType>(path: string, schema: S): Promise<z.infer<S>> {
  return schema.parse(JSON.parse(await readFile(path, 'utf8')));
}

function dataFolder(named: string | undefined): string {
  return resolve(named || fileURLToPath(new URL('../../.data', import.meta.url)));
}

/** Public URLs of a system that `npm start` runs. */
export interface LocalSystem {
  readonly httpUrl: string;
  readonly httpsUrl: string;
}

/** What the command `doctor` checks on this machine. */
export interface CommandContext {
  /** The path of the data folder. */
  readonly folder: string;
  /** The system that runs in the data folder. Null if no system runs there. */
  readonly system: LocalSystem | null;
  /** The host and the ports on which `npm start` would listen. */
  readonly listenAddresses: { readonly host: string; readonly http: number; readonly https: number };
}

/** Returns what `doctor` checks on this machine. Invalid ports are replaced by the default ports. */
export async function findMachineFacts(environment: Environment = process.env): Promise<CommandContext> {
  const folder = dataFolder(environment.DATA_DIR);
  const system = await readJson(join(folder, 'run/system.json'), SystemFile).catch(() => null);
  const port = (text: string | undefined, usual: number) =>
    /^\d{1,5}$/.test(text ?? '') ? Number(text) : usual;
  const listenAddresses = {
    host: environment.HTTP_HOST || '127.0.0.1',
    http: port(environment.HTTP_PORT, 8080),
    https: port(environment.HTTPS_PORT, 8443),
  };
  return { folder, system, listenAddresses };
}

/**
 * Returns the error for a system whose files cannot be read: another user runs the system, or no system runs in
 * the folder. The message ends with `or name its` and `instead`, for example `or name its bus in NATS_URL`.
 */
function unreachable(folder: string, instead: string, error: unknown): Problem {
  const isForbidden = (error as NodeJS.ErrnoException).code === 'EACCES';
  const reason = isForbidden
    ? `this account may not read ${folder}: use the account that ran npm start`
    : `no system runs in ${folder}: begin with npm start`;
  return new Problem(`${reason}, or name its ${instead}`, 'unavailable');
}

/** Returns the HTTP URL of a system that `npm start` runs. @throws Problem if no system runs in the data folder */
export async function findGateway(environment: Environment = process.env): Promise<string> {
  const folder = dataFolder(environment.DATA_DIR);
  try {
    return (await readJson(join(folder, 'run/system.json'), SystemFile)).httpUrl;
  } catch (error) {
    throw unreachable(folder, 'address in --here', error);
  }
}

/**
 * Returns the address from `NATS_URL`. If `NATS_URL` is not set, returns the address of the system that `npm start`
 * runs in the data folder (`DATA_DIR`, by default `.data` in the repository), with the login of the user.
 *
 * @throws Problem if no system runs in the data folder, or if the file with a secret cannot be read
 */
export async function findSystem(
  environment: Environment = process.env,
  user: NatsUser = 'cli',
): Promise<SystemAddress> {
  const given = variablesIn(environment, secretsOf(Named));
  const named = Named.safeParse(given);
  if (named.success) return named.data;
  const folder = dataFolder(given.DATA_DIR);
  try {
    const system = await readJson(join(folder, 'run/system.json'), SystemFile);
    const secrets = await readJson(join(folder, 'secrets.json'), SecretsFile);
    // A URL with a user name belongs to an external NATS and already contains the login.
    const login = system.natsUrl.includes('@') ? {} : { NATS_USER: user, NATS_PASSWORD: secrets.nats[user] };
    return { NATS_URL: system.natsUrl, ...login };
  } catch (error) {
    throw unreachable(folder, 'bus in NATS_URL', error);
  }
}

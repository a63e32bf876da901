import { parseArgs } from 'node:util';
import { type Kind, perKind } from './roles.ts';
import { Problem } from './terminal.ts';

/** How many of each process run. */
export type Replicas = Readonly<Record<Kind['name'], number>>;

/** What `npm start` was asked for. */
export interface Options {
  readonly empty: boolean;
  readonly help: boolean;
  readonly replicas: Replicas;
}

export const usage = `npm start -- [--empty] [--replicas cart=2,catalogue=1,auth=1,gateway=1]

Starts the engines and all services, and ends them at Ctrl-C.

  --empty      leave an empty catalogue empty; else the demo shop is put in at the first start
  --replicas   how many of each process (1 to 16); one of each when not said
  --help       this text

Settings come from the environment: HTTP_PORT (8080), HTTPS_PORT (8443), DATA_DIR (.data), MONGODB_URL,
REDIS_URL, NATS_URL and more; docs/settings.md lists all. Logs are in DATA_DIR/log, pids in DATA_DIR/run.
`;

const MOST = 16;

/** Options from the command line. @throws Problem for one that is not known */
export function parseOptions(args: readonly string[]): Options {
  const values = parsed(args);
  return {
    empty: values.empty ?? false,
    help: values.help ?? false,
    replicas: parseReplicas(values.replicas ?? ''),
  };
}

function parsed(args: readonly string[]) {
  const options = {
    empty: { type: 'boolean' },
    help: { type: 'boolean' },
    replicas: { type: 'string' },
  } as const;
  try {
    return parseArgs({ args: [...args], options, strict: true, allowPositionals: false }).values;
  } catch (error) {
    const words = error instanceof Error ? (error.message.split('. ')[0] ?? '') : String(error);
    throw new Problem(`${words.replace(/\.$/, '')}; npm start -- --help names the options.`);
  }
}

function parseReplicas(text: string): Replicas {
  const replicas = perKind(() => 1);
  for (const part of text.split(',').filter((each) => each.trim() !== '')) {
    const [, name, count] = /^\s*([a-z]+)=(\d{1,3})\s*$/.exec(part) ?? [];
    if (name === undefined)
      throw new Problem(`--replicas takes name=number pairs like cart=2, not "${part}".`);
    if (!Object.hasOwn(replicas, name)) {
      throw new Problem(`--replicas knows ${Object.keys(replicas).join(', ')}, not "${name}".`);
    }
    const number = Number(count);
    if (number < 1 || number > MOST)
      throw new Problem(`--replicas ${name} must be from 1 to ${MOST}, not ${count}.`);
    replicas[name as keyof Replicas] = number;
  }
  return replicas;
}

import { parseArgs } from 'node:util';
import { perServedRole, type ServedRole } from './roles.ts';
import type { Environment } from './settings.ts';
import { Problem } from './terminal.ts';

/**
 * The number of processes of each engine. `single`: each engine is one process. `cluster`: each engine runs on several
 * nodes of this machine.
 */
export type Topology = 'single' | 'cluster';

/** The commands that start a system, by topology. */
const commandOf: Readonly<Record<Topology, string>> = {
  single: 'npm start',
  cluster: 'npm run cluster',
};

/** How many replicas of each role run by default, by topology. */
const usualReplicas: Readonly<Record<Topology, number>> = { single: 1, cluster: 2 };

/** Values of settings that the user has not set, by topology. */
export const usualSettings: Readonly<Record<Topology, Environment>> = {
  single: {},
  cluster: { EVENT_REPLICAS: '3', CART_DURABILITY: 'replicated' },
};

/** How many replicas of each role run. */
export type Replicas = Readonly<Record<ServedRole['name'], number>>;

/** Options of `npm start` or `npm run cluster`. */
interface Options {
  readonly empty: boolean;
  readonly help: boolean;
  readonly replicas: Replicas;
}

const starts: Readonly<Record<Topology, string>> = {
  single: 'Starts the engines and all services, and ends them at Ctrl-C.',
  cluster: `Starts a replica set of three MongoDBs, a Redis Cluster of three masters with two replicas each, a cluster of three
NATS, and all services, and ends them at Ctrl-C. docs/topology.md says what survives what.`,
};
const namesEngines: Readonly<Record<Topology, string>> = {
  single: 'MONGODB_URL,\nREDIS_URL, NATS_URL and more',
  cluster: 'EVENT_REPLICAS (3),\nCART_DURABILITY (replicated) and more',
};

/** Returns the help text of `npm start` or `npm run cluster`. */
export const usageOf = (
  topology: Topology,
): string => `${commandOf[topology]} -- [--empty] [--replicas cart=3,catalogue=2,auth=2,gateway=2]

${starts[topology]}

  --empty      leave an empty catalogue empty; else the demo shop is put in at the first start
  --replicas   how many of each process (1 to 16); ${usualReplicas[topology]} of each when not said
  --help       this text

Settings come from the environment: HTTP_PORT (8080), HTTPS_PORT (8443), DATA_DIR (.data), ${namesEngines[topology]}; docs/settings.md lists all. Logs are in DATA_DIR/log, pids in DATA_DIR/run.
`;

const MOST = 16;

/** Parses the arguments of a start command. @throws Problem for an unknown option */
export function parseOptions(args: readonly string[], topology: Topology): Options {
  const values = parsed(args, topology);
  return {
    empty: values.empty ?? false,
    help: values.help ?? false,
    replicas: parseReplicas(values.replicas ?? '', usualReplicas[topology]),
  };
}

function parsed(args: readonly string[], topology: Topology) {
  const options = {
    empty: { type: 'boolean' },
    help: { type: 'boolean' },
    replicas: { type: 'string' },
  } as const;
  try {
    return parseArgs({ args: [...args], options, strict: true, allowPositionals: false }).values;
  } catch (error) {
    const words = error instanceof Error ? (error.message.split('. ')[0] ?? '') : String(error);
    throw new Problem(`${words.replace(/\.$/, '')}; ${commandOf[topology]} -- --help names the options.`);
  }
}

/** Parses pairs such as `cart=2,gateway=2`; `usual` is the number for other roles. @throws Problem for other text */
export function parseReplicas(text: string, usual: number): Replicas {
  const replicas = perServedRole(() => usual);
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

import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../base/ports.ts';
import type { Secrets } from '../../base/secrets.ts';
import { ensureUsers, memberClient, mongod, mongodArguments, mongodAuthArguments } from '../mongod.ts';
import { obtain } from '../obtain.ts';
import { type MongodbVariable, userOf } from '../service-users.ts';
import type { EngineCluster, EngineNode } from './node-process.ts';
import { startNode } from './node-process.ts';

const members = 3;
const primaryWithinMs = 60_000;

/** Milliseconds in which a member must answer what is asked once, on a busy machine. */
const patienceMs = 15_000;

/** Options of a replica set. */
interface MongodbSetPlan {
  /**
   * The folder of the set, which contains the data folder of each member. A later start uses the same data and ports.
   */
  readonly folder: string;
  /** The passwords of the set's users; null for a set without users. */
  readonly secrets: Secrets['engines'] | null;
  /** Milliseconds without a primary after which the members elect a new primary. MongoDB's default is 10 s. */
  readonly electionTimeoutMs?: number;
}

/** A running replica set of three members. If the set has users, `url` contains the operator's login. */
export interface MongodbSet extends EngineCluster {
  /** Returns the URL with the login of one service: of `catalogue` for the variable CATALOGUE_MONGODB_URL. */
  dataUrl(variable: MongodbVariable): string;
  /** Returns the primary, which accepts writes. @throws Error when there is no primary within a minute */
  primary(): Promise<EngineNode>;
  /** Makes the primary step down, so that another member becomes the primary. */
  stepDown(): Promise<void>;
}

/** Starts a replica set of three members. @throws Error when the set has no primary within a minute */
export async function startMongodbSet(plan: MongodbSetPlan): Promise<MongodbSet> {
  const { folder, secrets } = plan;
  const program = await obtain(mongod);
  const ports = await keepPorts(folder);
  const keyFile = join(folder, 'member.key');
  if (secrets) await writeFile(keyFile, secrets.mongodbKey, { mode: 0o600 });
  const start = async (port: number, index: number) => {
    const name = `mongodb-${index + 1}`;
    const own = join(folder, name);
    for (const each of ['mongodb', 'log']) await mkdir(join(own, each), { recursive: true });
    const args = [...mongodArguments(own, port), ...(secrets ? mongodAuthArguments(keyFile) : [])];
    return startNode({ name, port, program, args, folder: own });
  };
  const nodes = await Promise.all(ports.map(start));
  const set = new RunningSet(nodes, secrets);
  try {
    await set.initiate(plan.electionTimeoutMs);
    const { port } = await set.primary();
    if (secrets) await ensureUsers(port, secrets, patienceMs);
    return set;
  } catch (error) {
    await set.close();
    throw error;
  }
}

/**
 * Returns the members' ports: the ports of an earlier start, or else free ports. Ports never change, because the
 * members store the ports of the set.
 */
async function keepPorts(folder: string): Promise<number[]> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, 'ports.json');
  const kept = await readFile(path, 'utf8').catch(() => null);
  if (kept) return JSON.parse(kept);
  const ports: number[] = [];
  while (ports.length < members) {
    const port = await freePort(undefined);
    if (!ports.includes(port)) ports.push(port);
  }
  await writeFile(path, JSON.stringify(ports));
  return ports;
}

class RunningSet implements MongodbSet {
  readonly nodes: readonly EngineNode[];
  readonly #secrets: Secrets['engines'] | null;

  constructor(nodes: readonly EngineNode[], secrets: Secrets['engines'] | null) {
    this.nodes = nodes;
    this.#secrets = secrets;
  }

  get url(): string {
    return this.#url(this.#secrets && `operator:${this.#secrets.operator}@`);
  }

  dataUrl(variable: MongodbVariable): string {
    return this.#url(this.#secrets && `${userOf(variable)}:${this.#secrets.data[variable]}@`);
  }

  #url(login: string | null): string {
    return `mongodb://${login ?? ''}${this.#hosts.join(',')}/cartwright?replicaSet=rs0&w=majority&journal=true`;
  }

  get #hosts(): string[] {
    return this.nodes.map(({ port }) => `127.0.0.1:${port}`);
  }

  /** Initiates the replica set. Does nothing if an earlier start has already initiated the set. */
  async initiate(electionTimeoutMillis = 10_000): Promise<void> {
    const config = {
      _id: 'rs0',
      members: this.#hosts.map((host, _id) => ({ _id, host })),
      settings: { electionTimeoutMillis },
    };
    const [first] = this.nodes;
    await this.#command(first?.port ?? 0, { replSetInitiate: config }).catch(
      (error: { codeName?: string }) => {
        if (error.codeName !== 'AlreadyInitialized') throw error;
      },
    );
  }

  async primary(): Promise<EngineNode> {
    const end = Date.now() + primaryWithinMs;
    while (Date.now() < end) {
      const found = await Promise.all(this.nodes.map((node) => this.#isPrimary(node)));
      const primary = this.nodes[found.indexOf(true)];
      if (primary) return primary;
      await sleep(50);
    }
    throw new Error('the replica set has no primary');
  }

  async stepDown(): Promise<void> {
    const { port } = await this.primary();
    await this.#command(port, { replSetStepDown: 30, secondaryCatchUpPeriodSecs: 10 });
  }

  async #isPrimary({ port, pid }: EngineNode): Promise<boolean> {
    if (pid === null) return false;
    // A paused member must not hold up the look at the others.
    const hello = await this.#command(port, { hello: 1 }, 1_000).catch(() => null);
    return hello?.isWritablePrimary === true;
  }

  async #command(port: number, command: Record<string, unknown>, waitMs = patienceMs) {
    const client = await memberClient(port, this.#secrets?.mongodbKey ?? null, waitMs);
    try {
      return await client.db('admin').command(command, { timeoutMS: waitMs });
    } finally {
      await client.close();
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.kill()));
  }
}

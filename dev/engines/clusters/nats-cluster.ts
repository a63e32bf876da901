import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '../../base/ports.ts';
import { perRole, type RoleName } from '../../base/roles.ts';
import { root } from '../../base/settings.ts';
import { nats, natsEnvironment } from '../nats.ts';
import { obtain } from '../obtain.ts';
import { pingTcp } from '../reach.ts';
import type { EngineCluster, EngineNode } from './node-process.ts';
import { type NodePlan, startNode } from './node-process.ts';

/** A cluster of nats-servers whose nodes can be shut down one by one. */
export interface NatsCluster extends EngineCluster {
  /**
   * Shuts a node down as in a rolling upgrade: the node's clients first change to other nodes. Resolves when the node's
   * process has ended.
   */
  retire(node: EngineNode): Promise<void>;
}

/** Options of a NATS cluster. */
interface NatsClusterPlan {
  /** The folder of the cluster, which contains a folder for each node. */
  readonly folder: string;
  /** Passwords of the users in deploy/nats.conf. Without passwords, every client has all permissions. */
  readonly passwords?: Readonly<Record<RoleName, string>>;
  /** Number of nodes; by default 3. */
  readonly size?: number;
}

/**
 * The password with which nodes log in to each other. deploy/nats.conf needs a password that begins with a
 * letter.
 */
const nodePassword = 'nodes-of-one-machine';

/** Starts a NATS cluster with JetStream. Resolves when every node accepts connections. */
export async function startNatsCluster(plan: NatsClusterPlan): Promise<NatsCluster> {
  const program = await obtain(nats);
  const names = Array.from({ length: plan.size ?? 3 }, (_, index) => `nats-${index + 1}`);
  const ports = await Promise.all(names.map(async () => [await freePort(), await freePort()] as const));
  const routes = ports.map(([, route]) => `nats://node:${nodePassword}@127.0.0.1:${route}`);
  const nodes = await Promise.all(
    names.map(async (name, index) => {
      const [port = 0, route = 0] = ports[index] ?? [];
      return startNode(await nodeOf(plan, { name, port, route, routes, program }));
    }),
  );
  return {
    url: nodes.map(({ port }) => `nats://127.0.0.1:${port}`).join(','),
    nodes,
    retire,
    async close() {
      await Promise.all(nodes.map((node) => node.kill()));
    },
  };
}

interface NodeAddress {
  readonly name: string;
  readonly port: number;
  readonly route: number;
  readonly routes: readonly string[];
  readonly program: string;
}

/**
 * Returns how to start one node with deploy/nats-cluster.conf. Without passwords, the node has the same
 * settings but no users.
 */
async function nodeOf(
  { folder: parent, passwords }: NatsClusterPlan,
  address: NodeAddress,
): Promise<NodePlan> {
  const { name, port, route, routes, program } = address;
  const folder = join(parent, name);
  await mkdir(folder, { recursive: true });
  const config = passwords ? join(root, 'deploy/nats-cluster.conf') : join(folder, 'nats.conf');
  if (!passwords) await writeFile(config, withoutUsers);
  const env = {
    ...natsEnvironment(folder, port, passwords ?? perRole(() => '')),
    NATS_SERVER_NAME: name,
    NATS_CLUSTER_HOST: '127.0.0.1',
    NATS_CLUSTER_PORT: String(route),
    NATS_CLUSTER_PASSWORD: nodePassword,
    NATS_ROUTES: JSON.stringify(routes),
  };
  const probe = () => pingTcp(port, '', /^INFO /);
  return { name, port, program, folder, env, args: ['--config', config], probe };
}

const withoutUsers = `
host: $NATS_HOST
port: $NATS_PORT
server_name: $NATS_SERVER_NAME
lame_duck_grace_period: "1s"
lame_duck_duration: "30s"
jetstream: { store_dir: $NATS_STORE_DIR, sync_interval: always }
cluster: {
  name: cartwright
  host: $NATS_CLUSTER_HOST
  port: $NATS_CLUSTER_PORT
  authorization: { user: node, password: $NATS_CLUSTER_PASSWORD }
  routes: $NATS_ROUTES
}
`;

async function retire({ pid }: EngineNode): Promise<void> {
  if (!pid) return;
  process.kill(pid, 'SIGUSR2');
  while (isAlive(pid)) await new Promise((resolve) => setTimeout(resolve, 20));
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

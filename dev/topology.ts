import type { Environment } from './settings.ts';

/** `single`: one process of each engine. `cluster`: each engine on several nodes of this machine. */
export type Topology = 'single' | 'cluster';

/** The script of package.json that starts each. */
export const commandOf: Readonly<Record<Topology, string>> = {
  single: 'npm start',
  cluster: 'npm run cluster',
};

/** How many of each process run when nothing is said. */
export const usualReplicas: Readonly<Record<Topology, number>> = { single: 1, cluster: 2 };

/** Settings that hold when the environment says nothing else. */
export const usualSettings: Readonly<Record<Topology, Environment>> = {
  single: {},
  cluster: { EVENT_REPLICAS: '3', CART_DURABILITY: 'replicated' },
};

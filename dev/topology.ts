import type { Environment } from './settings.ts';

/** `single`: one process of each engine. `cluster`: each engine on several nodes of this machine. */
export type Topology = 'single' | 'cluster';

/** The command that starts each topology. */
export const commandOf: Readonly<Record<Topology, string>> = {
  single: 'npm start',
  cluster: 'npm run cluster',
};

/** Default number of replicas of each process. */
export const usualReplicas: Readonly<Record<Topology, number>> = { single: 1, cluster: 2 };

/** Default settings of each topology. */
export const usualSettings: Readonly<Record<Topology, Environment>> = {
  single: {},
  cluster: { EVENT_REPLICAS: '3', CART_DURABILITY: 'replicated' },
};

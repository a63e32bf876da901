import type { Environment } from './settings.ts';

/**
 * The number of processes of each engine. `single`: each engine is one process. `cluster`: each engine runs on several
 * nodes of this machine.
 */
export type Topology = 'single' | 'cluster';

/** The commands that start a system, by topology. */
export const commandOf: Readonly<Record<Topology, string>> = {
  single: 'npm start',
  cluster: 'npm run cluster',
};

/** How many replicas of each role run by default, by topology. */
export const usualReplicas: Readonly<Record<Topology, number>> = { single: 1, cluster: 2 };

/** Values of settings that the user has not set, by topology. */
export const usualSettings: Readonly<Record<Topology, Environment>> = {
  single: {},
  cluster: { EVENT_REPLICAS: '3', CART_DURABILITY: 'replicated' },
};

import { most } from '#testing/limit-checks.ts';
import { atMostTimes, type OwnRow } from './row.ts';

const smallRead = 'cart of 3 lines, read';

/**
 * Rows that measure requests about carts. The requests go to the system `shop`. The limits of these rows are for a
 * quiet machine with two cores.
 */
export const ofCarts: readonly OwnRow[] = [
  {
    name: smallRead,
    over: 'nats-redis-read',
    requests: async ({ carts }) => carts.reads('small'),
    limits: (figures) => [most('CPU-ms', figures.cpu, 0.8)],
  },
  {
    name: 'cart of 100 lines, read',
    over: 'nats-redis-read',
    requests: async ({ carts }) => carts.reads('large'),
    limits: (figures, of) => atMostTimes(figures, of(smallRead), '3 lines', 4),
  },
  {
    name: 'add-item, first of a cart',
    over: 'nats-redis-write',
    requests: async ({ carts }) => carts.firstAdds(),
    limits: (figures) => [most('p99 ms', figures.p99, 25)],
  },
  {
    name: 'add-item, 3 lines, tax',
    over: 'nats-redis-write',
    requests: async ({ carts }, seed) => carts.adds('small', seed),
    limits: (figures) => [most('CPU-ms', figures.cpu, 1), most('p99 ms', figures.p99, 25)],
  },
  {
    name: 'add-item, 100 lines',
    over: 'nats-redis-write',
    requests: async ({ carts }, seed) => carts.adds('large', seed),
    limits: (figures) => [most('p99 ms', figures.p99, 80)],
  },
  {
    name: 'item update, 3 lines',
    over: 'nats-redis-write',
    requests: async ({ carts }, seed) => carts.updates('small', seed),
    limits: (figures) => [most('p99 ms', figures.p99, 25)],
  },
  {
    name: 'add-items of 50, first of a cart',
    over: 'nats-redis-write',
    requests: async ({ carts }) => carts.firstAddsOfFifty(),
    limits: () => [],
  },
];

/** Number of carts in the systems `few` and `many`, in which the list of carts is measured. */
export const cartCounts = { few: 1_000, many: 100_000 } as const;

function firstPage(system: keyof typeof cartCounts): OwnRow {
  return {
    name: pageName(system),
    over: 'redis-read',
    connections: 2,
    system,
    url: ({ sessions }) => sessions.url,
    requests: async ({ sessions }) => sessions.firstPages(),
    limits: (figures, of) =>
      system === 'few' ? [] : atMostTimes(figures, of(pageName('few')), `${cartCounts.few}`, 1.5, 'p50'),
  };
}

const pageName = (system: keyof typeof cartCounts) => `first page of ${cartCounts[system]} carts`;

/** Rows that measure the list of carts for administrators: with few carts, and with many carts. */
export const ofSessions: readonly OwnRow[] = [firstPage('few'), firstPage('many')];

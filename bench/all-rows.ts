import { most } from '#testing/limit-checks.ts';
import { ofCarts, ofSessions } from './cart-rows.ts';
import { overCatalogue } from './catalogue-rows.ts';
import { atMostTimes, bareHttp, type Row } from './row.ts';

const bareKoa = 'Koa';
const cached = 'product by id, cached';

/** All rows of the table that `npm run bench` prints, in order. */
export const allRows: readonly Row[] = [
  { name: bareHttp, floor: 'node-http' },
  { name: bareKoa, floor: 'koa' },
  { name: 'node:http + Redis read', floor: 'redis-read' },
  { name: 'node:http + Redis write, fsync', floor: 'redis-write' },
  { name: 'node:http + NATS round trip', floor: 'nats' },
  { name: 'node:http + NATS + Redis read', floor: 'nats-redis-read' },
  { name: 'node:http + NATS + Redis write, fsync', floor: 'nats-redis-write' },
  {
    name: cached,
    over: 'node-http',
    requests: ({ shop }) => shop.cachedRequests(),
    limits: (figures, of) => [
      most('CPU-ms', figures.cpu, 0.06),
      ...atMostTimes(figures, of(bareKoa), bareKoa, 2),
    ],
  },
  {
    name: 'product by id, 304',
    over: 'node-http',
    requests: ({ shop }) => shop.conditionalRequests(),
    limits: (figures, of) => atMostTimes(figures, of(cached), 'cached', 1),
  },
  {
    name: 'product by id, uncached',
    over: 'nats',
    requests: async ({ shop }) => shop.productRequests('?_skip_cache=1'),
    limits: (figures) => [most('CPU-ms', figures.cpu, 1)],
  },
  ...ofCarts,
  ...overCatalogue('small'),
  ...overCatalogue('large'),
  ...ofSessions,
];

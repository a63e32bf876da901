import { AsyncLocalStorage } from 'node:async_hooks';
import mongoose, { type mongo } from 'mongoose';
import type { Breaker } from './breaker.ts';

/** Types of servers that take writes. */
const writable = new Set<string>(['RSPrimary', 'Standalone', 'Mongos', 'LoadBalancer']);
/** A commit and the second try of a write may wait for the next primary: refused, nobody would know their outcome. */
const reads = new Set(['find', 'getMore', 'aggregate', 'count', 'distinct']);

const probing = new AsyncLocalStorage<true>();

/** Runs a probe, which the gate lets through. */
export function asProbe<T>(probe: () => Promise<T>): Promise<T> {
  return probing.run(true, probe);
}

/** What the driver has and its types do not show: where every operation finds its server. */
interface Topology {
  readonly description: mongo.TopologyDescription;
  selectServer(selector: unknown, options: SelectionOptions): Promise<unknown>;
}

interface SelectionOptions {
  readonly operationName: string;
  /** Missing in the second try of an operation. */
  readonly timeoutContext?: unknown;
}

/** An error of the driver's own kind: it looks into what it catches. */
function away(): Error {
  return new mongoose.mongo.MongoAPIError('MongoDB is away');
}

const gated = new WeakSet<object>();

/**
 * Puts the breaker into a connected client. What the driver notices of the primary opens it, and while it is not closed,
 * operations that need the primary are refused where they would wait for it.
 */
export function gate(client: mongo.MongoClient, breaker: Breaker): void {
  const { topology } = client as unknown as { topology?: Topology };
  if (!topology) throw new Error('the driver has no topology: the breaker does not fit it');
  if (gated.has(topology)) return;
  gated.add(topology);
  const select = topology.selectServer.bind(topology);
  topology.selectServer = (selector, options) => {
    const passes =
      breaker.state === 'closed' ||
      probing.getStore() === true ||
      (takesSecondary(selector) && hasSecondary(topology.description)) ||
      isWaitingWrite(options);
    return passes ? select(selector, options) : Promise.reject(away());
  };
  let primary = primaryIn(topology.description);
  client.on('topologyDescriptionChanged', ({ newDescription }) => {
    primary = primaryIn(newDescription) ?? primary;
    if (primaryIn(newDescription) === null) breaker.fault();
  });
  // A time-out of a query closes its connection. The driver itself takes the server for well then.
  client.on('connectionClosed', ({ address, reason }) => {
    if (reason === 'error' && address === primary) breaker.fault();
  });
}

/** Address of the server that takes writes; null while none is known. */
function primaryIn({ servers }: mongo.TopologyDescription): string | null {
  for (const [address, { type }] of servers) if (writable.has(type)) return address;
  return null;
}

function takesSecondary(selector: unknown): boolean {
  return (selector as { mode?: unknown } | null)?.mode === 'secondary';
}

function hasSecondary({ servers }: mongo.TopologyDescription): boolean {
  return [...servers.values()].some(({ type }) => type === 'RSSecondary');
}

function isWaitingWrite({ operationName, timeoutContext }: SelectionOptions): boolean {
  if (operationName === 'commitTransaction') return true;
  return timeoutContext === undefined && !reads.has(operationName);
}

import { AsyncLocalStorage } from 'node:async_hooks';
import mongoose, { type mongo } from 'mongoose';

/** Milliseconds between probes of an engine that does not answer. */
const pauseMs = 100;

/**
 * State of a breaker. `closed`: callers may send requests. `open`: callers are refused. `half-open`: a probe
 * runs, and callers are refused.
 */
export type BreakerState = 'closed' | 'half-open' | 'open';

/**
 * Circuit breaker for an engine. The first fault opens the breaker, and callers are refused at once. The
 * breaker then sends one probe at a time until the engine answers. No caller waits for a probe.
 */
export class Breaker {
  readonly #probe: () => Promise<unknown>;
  #state: BreakerState = 'closed';
  #timer: NodeJS.Timeout | undefined;
  #ended = false;

  /** `probe` must settle within bounded time. */
  constructor(probe: () => Promise<unknown>) {
    this.#probe = probe;
  }

  get state(): BreakerState {
    return this.#state;
  }

  /** Records a fault, which opens a closed breaker. */
  fault(): void {
    if (this.#state !== 'closed' || this.#ended) return;
    this.#state = 'open';
    this.#probeIn(0);
  }

  #probeIn(ms: number): void {
    this.#timer = setTimeout(() => void this.#try(), ms).unref();
  }

  async #try(): Promise<void> {
    this.#state = 'half-open';
    try {
      await this.#probe();
      this.#state = 'closed';
    } catch {
      this.#state = 'open';
      if (!this.#ended) this.#probeIn(pauseMs);
    }
  }

  /** Stops probing. */
  end(): void {
    this.#ended = true;
    clearTimeout(this.#timer);
  }
}

/** Types of servers that accept writes, as the driver names them. */
const writable = new Set<string>(['RSPrimary', 'Standalone', 'Mongos', 'LoadBalancer']);
/**
 * Commands that only read. While MongoDB is away, these commands to the primary are refused, even if the driver sends
 * one for the second time. A write that the driver sends for the second time is not refused but waits for the next
 * primary, because a refusal would leave the outcome of the write unknown. A commit waits too.
 */
const reads = new Set(['find', 'getMore', 'aggregate', 'count', 'distinct']);

const probing = new AsyncLocalStorage<true>();

/** Runs a probe. `refuseWhileOpen` does not refuse the operations of a probe. */
export function bypassingBreaker<T>(probe: () => Promise<T>): Promise<T> {
  return probing.run(true, probe);
}

/**
 * The driver's internal object that selects the server of every operation. The driver's types do not declare
 * this object.
 */
interface Topology {
  readonly description: mongo.TopologyDescription;
  selectServer(selector: unknown, options: SelectionOptions): Promise<unknown>;
}

interface SelectionOptions {
  readonly operationName: string;
  /** Absent when the driver sends an operation for the second time. */
  readonly timeoutContext?: unknown;
}

/** Returns an error of the driver's own class, because the driver checks the class of errors. */
function away(): Error {
  return new mongoose.mongo.MongoAPIError('MongoDB is away');
}

const gated = new WeakSet<object>();

/**
 * Makes a breaker open when the driver has lost the primary. While the breaker is not closed, operations that
 * need the primary fail at once.
 */
export function refuseWhileOpen(client: mongo.MongoClient, breaker: Breaker): void {
  const { topology } = client as unknown as { topology?: Topology };
  if (!topology) throw new Error('the driver has no topology: the breaker does not fit it');
  if (gated.has(topology)) return;
  gated.add(topology);
  const select = topology.selectServer.bind(topology);
  topology.selectServer = (selector, options) => {
    const passes =
      breaker.state === 'closed' ||
      probing.getStore() === true ||
      (acceptsSecondary(selector) && hasSecondary(topology.description)) ||
      isPendingWrite(options);
    return passes ? select(selector, options) : Promise.reject(away());
  };
  let primary = primaryIn(topology.description);
  client.on('topologyDescriptionChanged', ({ newDescription }) => {
    primary = primaryIn(newDescription) ?? primary;
    if (primaryIn(newDescription) === null) breaker.fault();
  });
  // After a query has timed out, the driver closes the connection but treats the server as healthy. So closed
  // connections open the breaker too.
  client.on('connectionClosed', ({ address, reason }) => {
    if (reason === 'error' && address === primary) breaker.fault();
  });
}

/** Returns the address of the server that accepts writes; null if the driver knows no such server. */
function primaryIn({ servers }: mongo.TopologyDescription): string | null {
  for (const [address, { type }] of servers) if (writable.has(type)) return address;
  return null;
}

function acceptsSecondary(selector: unknown): boolean {
  return (selector as { mode?: unknown } | null)?.mode === 'secondary';
}

function hasSecondary({ servers }: mongo.TopologyDescription): boolean {
  return [...servers.values()].some(({ type }) => type === 'RSSecondary');
}

function isPendingWrite({ operationName, timeoutContext }: SelectionOptions): boolean {
  if (operationName === 'commitTransaction') return true;
  return timeoutContext === undefined && !reads.has(operationName);
}

import type { NatsConnection } from 'nats';

/**
 * The parts of the NATS client's protocol handler that this file uses. A test fails if a new version of
 * `nats` changes these parts.
 */
interface Protocol {
  readonly outbound: { fill(first: Uint8Array, ...more: Uint8Array[]): void; size(): number };
  readonly pendingLimit: number;
  flushPending(): void;
  sendCommand(command: string | Uint8Array, ...payloads: Uint8Array[]): void;
  close(): Promise<void>;
}

/** Returns the protocol handler of a NATS connection. @throws Error when the package `nats` has changed the handler */
function protocolOf(connection: NatsConnection): Protocol {
  const { protocol } = connection as unknown as { readonly protocol?: Partial<Protocol> };
  const isKnown =
    typeof protocol?.outbound?.fill === 'function' &&
    typeof protocol.outbound.size === 'function' &&
    typeof protocol.pendingLimit === 'number' &&
    typeof protocol.flushPending === 'function' &&
    typeof protocol.sendCommand === 'function' &&
    typeof protocol.close === 'function';
  if (!isKnown) throw new Error('the package `nats` has changed: see platform/bus/batch-writes.ts');
  return protocol as Protocol;
}

/**
 * Makes the client send all messages of one turn of the event loop in one write. By default the client writes after
 * each microtask. Each write costs a system call and wakes up the NATS server and the receiver.
 */
export function batchWrites(connection: NatsConnection): void {
  const protocol = protocolOf(connection);
  let isScheduled = false;
  const flush = () => {
    isScheduled = false;
    protocol.flushPending();
  };
  protocol.sendCommand = (command, ...payloads) => {
    protocol.outbound.fill(typeof command === 'string' ? Buffer.from(command) : command, ...payloads);
    if (protocol.outbound.size() >= protocol.pendingLimit) {
      protocol.flushPending();
    } else if (!isScheduled) {
      isScheduled = true;
      setImmediate(flush);
    }
  };
  const close = protocol.close.bind(protocol);
  protocol.close = () => {
    protocol.flushPending();
    return close();
  };
}

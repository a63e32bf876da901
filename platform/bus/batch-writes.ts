import type { NatsConnection } from 'nats';

/** The parts of the client's protocol handler that this file uses. A test fails when the package changes them. */
interface Protocol {
  readonly outbound: { fill(first: Uint8Array, ...more: Uint8Array[]): void; size(): number };
  readonly pendingLimit: number;
  flushPending(): void;
  sendCommand(command: string | Uint8Array, ...payloads: Uint8Array[]): void;
  close(): Promise<void>;
}

/** Returns the protocol handler of a connection. @throws Error when the package has changed */
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
 * Makes all messages of one turn of the event loop go out in one write. By default the client writes after each
 * microtask, which costs a system call and wakes up server and receiver for each message.
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

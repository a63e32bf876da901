import { once } from 'node:events';
import { createConnection } from 'node:net';
import { NodeTransport } from 'nats/lib/src/node_transport.js';

/**
 * Makes the client close the socket of an attempt to connect that took too long. By default it forgets the socket,
 * which keeps the process running. If the server answers later, the client leaves its good connection, again and again.
 */
export function closeAbandonedDials(): void {
  const { close } = NodeTransport.prototype;
  NodeTransport.prototype.dial = async function dial({ port, hostname }) {
    // Known from the start, so that `close` finds it.
    this.socket = createConnection(port, hostname).setNoDelay(true);
    await once(this.socket, 'connect');
    return this.socket;
  };
  NodeTransport.prototype.close = function closeWithSocket(error) {
    if (!this.connected) this.socket?.destroy();
    return close.call(this, error);
  };
}

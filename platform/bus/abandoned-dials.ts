import { once } from 'node:events';
import { createConnection } from 'node:net';
import { NodeTransport } from 'nats/lib/src/node_transport.js';

/**
 * Makes the NATS client close the socket when an attempt to connect times out. By default the socket stays
 * open. Then the process cannot end, and a late answer makes the client drop its working connection.
 */
export function closeAbandonedDials(): void {
  const { close } = NodeTransport.prototype;
  NodeTransport.prototype.dial = async function dial({ port, hostname }) {
    // `socket` is set before the connection is open, so that `close` can destroy the socket.
    this.socket = createConnection(port, hostname).setNoDelay(true);
    await once(this.socket, 'connect');
    return this.socket;
  };
  NodeTransport.prototype.close = function closeWithSocket(error) {
    if (!this.connected) this.socket?.destroy();
    return close.call(this, error);
  };
}

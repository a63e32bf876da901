import net from 'node:net';
import { getSystemErrorName } from 'node:util';
import { Problem } from './terminal.ts';

/** A socket that is bound to a port. The current process does not accept connections on this socket. */
interface Handle {
  readonly fd: number;
  close(): void;
}

/** An internal function of Node's cluster module. No public function binds a port without accepting connections. */
const { _createServerHandle: bind } = net as unknown as {
  _createServerHandle(
    host: string,
    port: number,
    family: 4 | 6,
    fd: undefined,
    flags: number,
  ): Handle | number;
};

/**
 * Binds the public ports once for all gateways. Each gateway inherits the sockets and accepts connections on
 * these sockets. When a gateway ends, other gateways accept the waiting connections.
 */
export class ListeningSockets {
  readonly #handles: readonly Handle[];

  /** Binds the ports. @throws Problem with the port that cannot be bound */
  constructor(host: string, ports: readonly number[]) {
    this.#handles = ports.map((port) => {
      const handle = bind(host, port, host.includes(':') ? 6 : 4, undefined, 0);
      if (typeof handle === 'number')
        throw new Problem(`port ${port} on ${host} cannot be used (${getSystemErrorName(handle)}).`);
      return handle;
    });
  }

  /** The descriptors of the sockets, for the option `stdio` of a child process. */
  get descriptors(): number[] {
    return this.#handles.map(({ fd }) => fd);
  }

  /** Closes the sockets in the current process. Gateways that still run continue to accept connections. */
  close(): void {
    for (const handle of this.#handles) handle.close();
  }
}

import net from 'node:net';
import { getSystemErrorName } from 'node:util';
import { Problem } from './terminal.ts';

/** A bound socket that this process does not accept from. */
interface Handle {
  readonly fd: number;
  close(): void;
}

/** What Node's own cluster makes its sockets with; no documented call binds without accepting. */
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
 * The public ports, held for all gateways: each child inherits the sockets and accepts from them. A gateway that ends
 * leaves the connections that wait to the others, or to its own next life.
 */
export class Doors {
  readonly #handles: readonly Handle[];

  /** @throws Problem naming a port that cannot be bound */
  constructor(host: string, ports: readonly number[]) {
    this.#handles = ports.map((port) => {
      const handle = bind(host, port, host.includes(':') ? 6 : 4, undefined, 0);
      if (typeof handle === 'number')
        throw new Problem(`port ${port} on ${host} cannot be used (${getSystemErrorName(handle)}).`);
      return handle;
    });
  }

  /** Descriptors for the `stdio` of a child. */
  get descriptors(): number[] {
    return this.#handles.map(({ fd }) => fd);
  }

  /** From now on only gateways that run accept connections. */
  close(): void {
    for (const handle of this.#handles) handle.close();
  }
}

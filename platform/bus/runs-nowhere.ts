import { connect } from 'node:net';

/** How long a server may take to refuse. Milliseconds. */
const refusalMs = 1_000;
/** Codes of connection errors when no server runs: the port is closed, or the host does not exist. */
const absent = ['ECONNREFUSED', 'ENOTFOUND'];

/**
 * Returns whether no server of the bus runs, so that the bus is missing for every process and not only for this one.
 * `hosts` are those of `busServers`.
 */
export async function runsNowhere(hosts: readonly string[]): Promise<boolean> {
  return (await Promise.all(hosts.map(isAbsent))).every(Boolean);
}

function isAbsent(server: string): Promise<boolean> {
  const { hostname, port } = new URL(`nats://${server}`);
  const host = hostname.replace(/^\[|\]$/g, '');
  return new Promise((resolve) => {
    const socket = connect({ host, port: Number(port || 4222), timeout: refusalMs });
    const end = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.once('connect', () => end(false));
    socket.once('timeout', () => end(false));
    socket.once('error', ({ code = '' }: NodeJS.ErrnoException) => end(absent.includes(code)));
  });
}

import { connect } from 'node:net';

/** Milliseconds in which a closed port refuses a connection; a slower server counts as running. */
const refusalMs = 1_000;
/** Error codes of a connection if no server runs: the port is closed, or the host does not exist. */
const absent = ['ECONNREFUSED', 'ENOTFOUND'];

/**
 * Returns whether no server of the bus runs. In that case no process can reach the bus, so the fault is not in this
 * process. `hosts` come from `busServers`.
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

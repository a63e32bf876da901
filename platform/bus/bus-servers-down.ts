import { connect } from 'node:net';

/** Milliseconds to wait for a connection. A closed port refuses sooner, so a silent server counts as running. */
const refusalMs = 1_000;
/** Error codes which show that no server runs: closed port, unknown host. */
const absent = ['ECONNREFUSED', 'ENOTFOUND'];

/**
 * Returns whether no NATS server runs. Then a lost connection is not the fault of this process. `hosts` come
 * from `busServers`.
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

import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { createServer } from 'node:net';
import { Problem } from './terminal.ts';

/** The lowest port that `freePort` chooses. */
const LOWEST = 17_000;
/**
 * `freePort` chooses only ports below this number. The operating system uses higher ports for outgoing
 * connections, so no connection can take the port of a process that restarts.
 */
const HIGHEST = 32_000;

/** Tries to listen on a port. Returns the error code if the port is not usable; null if the port is free. */
async function whyTaken(host: string, port: number): Promise<string | null> {
  const { promise, resolve } = Promise.withResolvers<string | null>();
  const server = createServer();
  server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
  server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(null)));
  return promise;
}

/**
 * Reserves a port for the current process. Returns false if another process has reserved the port. The lock
 * for a TCP port is the UDP port with the same number.
 */
async function reserve(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = createSocket('udp4').unref();
  socket.once('error', () => socket.close(() => resolve(false)));
  socket.bind({ address: '127.0.0.1', port, exclusive: true }, () => resolve(true));
  return promise;
}

/** Returns the preferred port if it is free; otherwise a free port of 127.0.0.1 that no process has reserved. */
export async function freePort(preferred = 0): Promise<number> {
  if (preferred !== 0 && (await whyTaken('127.0.0.1', preferred)) === null) return preferred;
  for (let tries = 0; tries < 100; tries += 1) {
    const port = randomInt(LOWEST, HIGHEST);
    if ((await reserve(port)) && (await whyTaken('127.0.0.1', port)) === null) return port;
  }
  throw new Problem(`no free port was found on 127.0.0.1 between ${LOWEST} and ${HIGHEST}.`);
}

/** Returns the port of a setting; a free port if the setting is 0. @throws Problem if the port is in use */
export async function claimPort(variable: string, host: string, port: number): Promise<number> {
  if (port === 0) return freePort();
  const reason = await whyTaken(host, port);
  if (reason === null) return port;
  if (reason === 'EADDRINUSE') {
    throw new Problem(
      `port ${port} is taken by another program; end it or set ${variable} to a free port (0 picks one).`,
    );
  }
  throw new Problem(`port ${port} on ${host} cannot be used (${reason}); set ${variable} to another one.`);
}

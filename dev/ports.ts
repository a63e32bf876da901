import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { createServer } from 'node:net';
import { Problem } from './terminal.ts';

/** The range is below that of outgoing connections, so that none of them takes a port while its owner restarts. */
const LOWEST = 17_000;
const HIGHEST = 32_000;

/** Returns why a port cannot be listened on; null if it can. */
async function whyTaken(host: string, port: number): Promise<string | null> {
  const { promise, resolve } = Promise.withResolvers<string | null>();
  const server = createServer();
  server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
  server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(null)));
  return promise;
}

/**
 * Reserves a port for this process and returns whether no other process had it. The UDP port of the same number is the
 * lock.
 */
async function reserve(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = createSocket('udp4').unref();
  socket.once('error', () => socket.close(() => resolve(false)));
  socket.bind({ address: '127.0.0.1', port, exclusive: true }, () => resolve(true));
  return promise;
}

/** Returns a free, unreserved port of 127.0.0.1; the preferred one if possible. */
export async function freePort(preferred = 0): Promise<number> {
  if (preferred !== 0 && (await whyTaken('127.0.0.1', preferred)) === null) return preferred;
  for (let tries = 0; tries < 100; tries += 1) {
    const port = randomInt(LOWEST, HIGHEST);
    if ((await reserve(port)) && (await whyTaken('127.0.0.1', port)) === null) return port;
  }
  throw new Problem(`no free port was found on 127.0.0.1 between ${LOWEST} and ${HIGHEST}.`);
}

/** Returns the port of a setting, or a free port if the setting is 0. @throws Problem naming a port in use */
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

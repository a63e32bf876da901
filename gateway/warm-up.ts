import { get, type RequestListener, Server } from 'node:http';
import { duplexPair } from 'node:stream';
import { json } from 'node:stream/consumers';

/** Number of rounds. Later rounds of a new process are nearly as fast as those of an old one. */
const rounds = 5;
/** Maximum milliseconds of all rounds. */
const maxMs = 2_000;

/**
 * Answers frequent reads of guests over a connection inside this process, before clients connect. The first answers of
 * a process take several times as long as later ones, because its code is loaded and compiled. A new gateway that at
 * once gets the clients of a stopped one would refuse some of them, as under overload. Ends at the first failure.
 */
export async function warmUp(listener: RequestListener, prefixes: readonly string[]): Promise<void> {
  const server = new Server(listener);
  const end = performance.now() + maxMs;
  try {
    for (let round = 0; round < rounds; round += 1) {
      for (const prefix of prefixes) {
        const list = await read(server, `${prefix}/v2/products?orderby=price&min_price=${round}`);
        const [product] = Array.isArray(list) ? list : ((list as { products?: unknown[] }).products ?? []);
        await read(server, `${prefix}/v2/cart`);
        if (product) await read(server, `${prefix}/v2/products/${(product as { id: number }).id}`);
        if (performance.now() > end) return;
      }
    }
  } catch {
    // The services do not answer yet, so there is nothing to prepare for.
  }
}

/** Sends a request to a server over a connection of its own, and returns the body. @throws Error unless it succeeds */
async function read(server: Server, path: string): Promise<unknown> {
  const [client, connection] = duplexPair();
  server.emit('connection', Object.assign(connection, { remoteAddress: '127.0.0.1' }));
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const options = { path, headers: { connection: 'close' }, createConnection: () => client };
  get(options, (answer) => {
    if (answer.statusCode === 200) resolve(json(answer));
    else {
      reject(new Error(`${path} was answered ${answer.statusCode}`));
      answer.destroy();
    }
  }).once('error', reject);
  return promise;
}

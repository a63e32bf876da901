import { get, type RequestListener, Server } from 'node:http';
import { duplexPair } from 'node:stream';
import { json } from 'node:stream/consumers';

/** Maximum number of rounds of reads. After five rounds, a new process is nearly as fast as an old process. */
const rounds = 5;
/** Milliseconds after which the warm-up ends, even if rounds are left. */
const maxMs = 2_000;

/**
 * Sends typical reads to `listener` before clients connect. Otherwise the code of a new gateway would not be
 * compiled yet, and the slow gateway would refuse requests as overload.
 *
 * `prefixes` are the path prefixes of the mounts. Stops at the first failed read, and never rejects.
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
    // A service does not answer yet. The process starts anyway, because the warm-up only makes the first
    // answers faster.
  }
}

/**
 * Sends a GET request over a connection inside this process, and returns the parsed body.
 * @throws Error if the status is not 200
 */
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

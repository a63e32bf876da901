// Setup for all test files. Vitest runs this setup once, before the first file.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { TestProject } from 'vitest/node';
import { mongodPlan, startEngine } from '#testing/engine-process.ts';
import { runCli, startShop } from '#testing/import-shop.ts';
import type { Shared, SharedSystem } from '#testing/shared.ts';
import { startSystem } from '#testing/system.ts';
import { mongod } from '../dev/engines/mongod.ts';
import { nats } from '../dev/engines/nats.ts';
import { obtainAll } from '../dev/engines/obtain.ts';
import { redis } from '../dev/engines/redis.ts';
import { writeClientTypes } from '../dev/generate/client-types.ts';
import { recordedStore } from './conformance/recordings.ts';

/** A started resource: its details for test files, and a function that stops the resource. */
interface Started<Details> {
  readonly details: Details;
  stop(): Promise<void>;
  /** Adds a text that no process may write. Only systems that test files release have this function. */
  secret?(text: string): void;
}

/** A resource, and how many test files use it. */
interface Use {
  readonly started: Promise<Started<unknown>>;
  users: number;
  /** Stops the resource. */
  end?: NodeJS.Timeout;
}

/**
 * A resource that was released is stopped after this number of milliseconds, because another test file that uses it
 * may start soon. A test file that starts later gets a new resource.
 */
const keptMs = 10_000;

const starts: { readonly [Name in keyof Shared]: () => Promise<Started<Shared[Name]>> } = {
  async mongod() {
    const { url, stop } = await startEngine(mongodPlan);
    return { details: { url }, stop };
  },
  async shop() {
    const { httpUrl, httpsUrl, caFile, dataDir, operationsToken, stop } = await startSystem();
    await runCli(dataDir, ['import', 'woocommerce', '--from', recordedStore]);
    const cartToken = operationsToken('cart');
    return { details: { httpUrl, httpsUrl, caFile, dataDir, cartToken }, stop };
  },
  callers: () =>
    startShared(2, {
      ...{ CART_RATE_LIMIT: 'off', LOGIN_RATE_LIMIT: 'off' },
      CART_EXTENSIONS: './examples/cart-extension/gift-message.ts',
    }),
  logins: () => startShared(1, { WEBHOOK_PRIVATE_ADDRESSES: 'allow', TRUSTED_PROXIES: '127.0.0.1' }),
};

async function startShared(count: number, env: Record<string, string>): Promise<Started<SharedSystem>> {
  const { system, products } = await startShop(count, env);
  const { dataDir, stop, secret } = system;
  return { details: { dataDir, products }, stop, secret };
}

const isName = (name: string): name is keyof Shared => Object.hasOwn(starts, name);

/** The shared resources of the run. */
class Resources {
  readonly #uses = new Map<string, Use>();
  /** Resources that were released and are stopped or will be. */
  readonly #stopped: Promise<void>[] = [];

  /** Returns the details of a resource. The first call starts the resource. */
  async use(name: string): Promise<unknown> {
    if (!isName(name)) throw new Error(`nothing shared is called ${name}`);
    const use: Use = this.#uses.get(name) ?? { started: starts[name](), users: 0 };
    this.#uses.set(name, use);
    use.users += 1;
    clearTimeout(use.end);
    return (await use.started).details;
  }

  /** Ends the use of a resource by a test file, which hands over the texts that no process may write. */
  async release(name: string, secrets: readonly string[]): Promise<void> {
    const use = this.#uses.get(name);
    const started = await use?.started;
    if (!use || !started) throw new Error(`${name} is not in use`);
    for (const text of secrets) started.secret?.(text);
    use.users -= 1;
    if (use.users > 0) return;
    use.end = setTimeout(() => {
      this.#uses.delete(name);
      this.#stopped.push(started.stop());
      this.#stopped.at(-1)?.catch(() => undefined);
    }, keptMs);
  }

  /** Stops all resources. @throws Error if a resource cannot be stopped, or if it has written a secret */
  async stop(): Promise<void> {
    for (const { end } of this.#uses.values()) clearTimeout(end);
    const running = await Promise.allSettled([...this.#uses.values()].map(({ started }) => started));
    for (const one of running) if (one.status === 'fulfilled') this.#stopped.push(one.value.stop());
    for (const one of await Promise.allSettled(this.#stopped))
      if (one.status === 'rejected') throw one.reason;
  }
}

/**
 * Downloads the engines, so that no test waits for a download, and makes the types of the client. Starts a shared resource when a test file
 * requests it.
 */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  await Promise.all([obtainAll([mongod, redis, nats]), writeClientTypes()]);
  const resources = new Resources();
  const server = createServer(async (request, response) => {
    const name = request.url?.slice(1) ?? '';
    try {
      if (request.method === 'DELETE') await resources.release(name, (await json(request)) as string[]);
      response.end(request.method === 'DELETE' ? '' : JSON.stringify(await resources.use(name)));
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  provide('shared', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return async () => {
    server.closeAllConnections();
    server.close();
    await resources.stop();
  };
}

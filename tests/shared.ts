// Setup for all test files. Vitest runs this setup once, before the first file.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestProject } from 'vitest/node';
import { mongodPlan, startEngine } from '#testing/engine-process.ts';
import { runCli } from '#testing/import-shop.ts';
import type { Shared } from '#testing/shared.ts';
import { startSystem } from '#testing/system.ts';
import { mongod } from '../dev/engines/mongod.ts';
import { nats } from '../dev/engines/nats.ts';
import { obtainAll } from '../dev/engines/obtain.ts';
import { redis } from '../dev/engines/redis.ts';
import { recordedStore } from './conformance/recordings.ts';

/** A started resource: its details for test files, and a function that stops the resource. */
interface Started<Details> {
  readonly details: Details;
  stop(): Promise<void>;
}

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
};

const isName = (name: string): name is keyof Shared => Object.hasOwn(starts, name);

/**
 * Downloads the engines, so that no test waits for a download. Starts a shared resource when a test file
 * requests it.
 */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  await obtainAll([mongod, redis, nats]);
  const started = new Map<string, Promise<Started<unknown>>>();
  const start = async (name: string) => {
    if (!isName(name)) throw new Error(`nothing shared is called ${name}`);
    const running = started.get(name) ?? starts[name]();
    started.set(name, running);
    return (await running).details;
  };
  const server = createServer((request, response) => {
    start(request.url?.slice(1) ?? '').then(
      (details) => response.end(JSON.stringify(details)),
      (error) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  provide('shared', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return async () => {
    server.closeAllConnections();
    server.close();
    const running = await Promise.allSettled(started.values());
    for (const one of running) if (one.status === 'fulfilled') await one.value.stop();
  };
}

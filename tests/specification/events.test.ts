import { createHmac } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { importShop, runCli } from '#testing/import-shop.ts';
import { type RunningSystem, startSystem } from '#testing/system.ts';

const startMs = 600_000;

/** An event that a webhook received, with its signature. */
interface Received {
  readonly type: string;
  readonly body: string;
  readonly signature: string;
}

const received: Received[] = [];
const receiver = createServer(async (request, response) => {
  const signature = String(request.headers['cartwright-signature']);
  received.push({ type: String(request.headers['cartwright-event']), body: await text(request), signature });
  response.writeHead(204).end();
});

let folder: string;
let system: RunningSystem;
let product: number;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cartwright-events-'));
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  system = await startSystem({ env: { WEBHOOK_PRIVATE_ADDRESSES: 'allow' } });
  [product = 0] = await importShop(system.dataDir, folder, 1);
}, startMs);
afterAll(async () => {
  receiver.close();
  await system.stop();
  await rm(folder, { recursive: true, force: true });
}, startMs);

/** Waits until the webhook has received an event of this type, and returns the event. */
async function receivedEvent(type: string): Promise<Received> {
  await expect.poll(() => received.map((one) => one.type)).toContain(type);
  return received.find((one) => one.type === type) as Received;
}

test('[6 outgoing] webhooks receive signed events of carts and products', async () => {
  const { port } = receiver.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/events`;
  const created = await runCli(system.dataDir, ['webhooks', 'create', '--url', url, '--json']);
  const { secret } = JSON.parse(created);
  const answer = await fetch(`${system.httpUrl}/v2/cart/add-item`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ id: String(product), quantity: '2' }),
  });
  const cart = (await answer.json()) as { cart_key: string };
  const { body, signature } = await receivedEvent('cart.created');
  const [, seconds = '', digest = ''] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(signature) ?? [];
  expect(createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')).toBe(digest);
  expect(JSON.parse(body)).toMatchObject({
    type: 'cart.created',
    data: { customer: null, lines: 1, items: [{ product_id: product, variation_id: 0, quantity: 2 }] },
  });
  expect(body).not.toContain(cart.cart_key);
  await runCli(system.dataDir, ['products', 'set', String(product), '--price', '7.00']);
  expect(JSON.parse((await receivedEvent('product.changed')).body).data.products).toContain(product);
}, 600_000);

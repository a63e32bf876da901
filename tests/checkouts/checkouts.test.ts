// Shoppers buy in a stand-in of WooCommerce while the processes of the whole system are killed.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Seeded } from '#platform/util/seeded.ts';
import { ConnectedShop, simpleProduct } from '#testing/connected-shop.ts';
import { runCli } from '#testing/import-shop.ts';
import { lengthOf } from '#testing/length.ts';
import { until } from '#testing/until.ts';
import { environment } from '../../dev/base/settings.ts';
import { WebhookReceiver } from '../specification/webhook-receiver.fixture.ts';
import { Killer } from './killer.ts';
import { products, TestShopper } from './shopper.ts';

const count = lengthOf(30, 950);
const seed = Number(environment.CHECKOUTS_SEED ?? 1);
/** Number of shoppers at the same time. */
const together = 12;
const startMs = 600_000;

let shop: ConnectedShop;
let receiver: WebhookReceiver;
beforeAll(async () => {
  const fill = (data: ConnectedShop['data']) => {
    for (const id of products) data.save('products', simpleProduct(id, '10'));
  };
  receiver = await WebhookReceiver.start();
  shop = await ConnectedShop.start(fill, {
    env: { CART_RATE_LIMIT: 'off', WEBHOOK_PRIVATE_ADDRESSES: 'allow' },
  });
  await runCli(shop.system.dataDir, ['webhooks', 'create', '--url', receiver.url]);
  for (const id of products) {
    const isHere = async () => (await fetch(`${shop.system.httpUrl}/v2/products/${id}`)).ok;
    await until(isHere);
  }
}, startMs);
afterAll(async () => {
  await shop?.[Symbol.asyncDispose]();
  await receiver?.[Symbol.asyncDispose]();
}, startMs);

/** Returns the distinct ids of the events of each checkout, by type. */
function eventsById(): Map<string, Map<string, Set<string>>> {
  const found = new Map<string, Map<string, Set<string>>>();
  for (const { type, body } of receiver.received) {
    if (!type.startsWith('checkout.')) continue;
    const { id, data } = JSON.parse(body);
    const ofCheckout = found.get(data.checkout) ?? new Map<string, Set<string>>();
    ofCheckout.set(type, (ofCheckout.get(type) ?? new Set()).add(id));
    found.set(data.checkout, ofCheckout);
  }
  return found;
}

test(`${count} checkouts, while processes are killed at every step (seed ${seed})`, async () => {
  const random = new Seeded(seed);
  const killer = new Killer(shop.system, random);
  const shoppers = Array.from(
    { length: count },
    (_, index) => new TestShopper(shop, new Seeded(seed * 10_000 + index), (step) => killer.at(step)),
  );
  const waiting = [...shoppers];
  const visitAll = async () => {
    for (let one = waiting.shift(); one; one = waiting.shift()) await one.visit();
  };
  await Promise.all(Array.from({ length: together }, visitAll));
  await killer.end();

  const faults: string[] = [];
  const asked = [...shoppers];
  const judgeAll = async () => {
    for (let one = asked.shift(); one; one = asked.shift()) {
      const [id] = one.checkouts;
      for (const fault of await one.faults()) faults.push(`${id}: ${fault}`);
    }
  };
  await Promise.all(Array.from({ length: together }, judgeAll));
  expect(faults).toEqual([]);

  const isPaid = ({ outcome }: TestShopper) => ['paid', 'transfer', 'refused', 'late'].includes(outcome);
  const paidIds = shoppers.filter(isPaid).flatMap(({ checkouts }) => [...checkouts]);
  const told = (id: string) =>
    [...(eventsById().get(id) ?? [])]
      .map(([type, ids]) => `${type} ${ids.size}`)
      .filter((one) => !one.includes('ended'));
  const expected = ['checkout.begun 1', 'checkout.paid 1', 'checkout.placed 1'];
  await expect
    .poll(() => paidIds.filter((id) => told(id).sort().join() !== expected.join()), { timeout: 120_000 })
    .toEqual([]);
  const killed = Object.fromEntries(killer.killed);
  if (count > 100) process.stdout.write(`killed: ${JSON.stringify(killed)}\n`);
  expect(Object.keys(killed).length).toBeGreaterThan(count > 100 ? 4 : 0);
}, 3_600_000);

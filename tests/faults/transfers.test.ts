import { beforeAll, expect, test } from 'vitest';
import { cartProcesses } from '#testing/cart-processes.ts';
import { catalogueProcess } from '#testing/catalogue-process.ts';
import { connectBus } from '../../cli/bus.ts';
import { runWith } from '../../cli/program.fixture.ts';

const catalogue = catalogueProcess();
const carts = cartProcesses(catalogue, 3, { CART_RATE_LIMIT: 'off', CART_SWEEP_INTERVAL: '1' });

const rounds = 10;
/** Indexes of the rounds in which a replica is killed. */
const killing = [3, 7];

beforeAll(async () => {
  await runWith({ connect: () => connectBus(catalogue.address) }, ['seed', '--demo']);
});

function add(cart: string, quantity: string) {
  const item = { reference: 'KC-PIG', quantity, variation: {}, itemData: {}, price: null };
  return carts.change(cart, { kind: 'add-item', item, email: null, phone: null });
}

test('eight concurrent requests transfer a cart once, also during adds and kills of replicas', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const [guest, customer] = [`t_0123456789abcdef-${round}`, String(7_000 + round)];
    await add(customer, '1');
    await add(guest, '2');
    const transfers = Array.from({ length: 8 }, () => carts.read(customer, guest).catch(() => null));
    const added = Array.from({ length: 4 }, () => add(guest, '1'));
    if (killing.includes(round)) carts.kill(killing.indexOf(round));
    const answers = await Promise.allSettled(added);
    await Promise.all(transfers);
    // Only a successful read is sure to have transferred the cart, so the read is repeated until it succeeds.
    await expect
      .poll(() =>
        carts.read(customer, guest).then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
    const done = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value.cart.key] : []));
    const { itemCount } = await carts.read(customer);
    const lost = answers.length - done.length;
    const before = done.filter((key) => key === guest).length;
    expect(itemCount, `round ${round}`).toBeGreaterThanOrEqual(3 + before);
    expect(itemCount, `round ${round}`).toBeLessThanOrEqual(3 + before + lost);
  }
}, 600_000);

import { beforeAll, expect, test } from 'vitest';
import { cartProcesses } from '#testing/cart-processes.ts';
import { catalogueProcess } from '#testing/catalogue-process.ts';
import { runWith } from '../../cli/program.fixture.ts';
import { connectBus } from '../../cli/shared/bus.ts';

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

/** Number of runs of the test, so that a repeated run has carts of its own. */
let runs = 0;

test('eight concurrent requests transfer a cart once, also during adds and kills of replicas', async () => {
  runs += 1;
  for (let round = 0; round < rounds; round += 1) {
    const [guest, customer] = [`t_0123456789abcdef-${runs}-${round}`, String(7_000 + 100 * runs + round)];
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
    // An add after the transfer is in a new cart. A killed replica may have added the item before the transfer: then the
    // repeated request is answered with a new cart without this item.
    const keys = [customer, ...new Set(done.filter((key) => key !== guest))];
    const counts = await Promise.all(keys.map((key) => carts.read(key)));
    const pieces = counts.reduce((all, { itemCount }) => all + itemCount, 0);
    expect(pieces, `round ${round}`).toBeGreaterThanOrEqual(3 + done.length);
    expect(pieces, `round ${round}`).toBeLessThanOrEqual(3 + answers.length);
  }
}, 600_000);

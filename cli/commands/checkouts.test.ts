import { describe, expect, test } from 'vitest';
import type { CheckoutRecord } from '#contracts/checkouts.ts';
import { refusal, unavailable } from '#platform/errors/errors.ts';
import { runWith } from '../program.fixture.ts';
import type { Bus } from '../shared/bus.ts';

const begunAt = Date.parse('2026-06-01T12:00:00Z');
const checkout: CheckoutRecord = {
  ...{ id: 'c_1', state: 'placed', begunAt, changedAt: begunAt, expiresAt: begunAt + 900_000 },
  ...{ total: 4590, currency: 'EUR', minorUnit: 2, order: 371, orderStatus: 'on-hold' },
  ...{ difference: null, customer: null, taken: true, lines: 2, trouble: '' },
};

async function cartwright(args: readonly string[], reply: () => object) {
  const asked: unknown[] = [];
  const bus = {
    async request({ name }: { name: string }, request: object) {
      asked.push([name, request]);
      return reply();
    },
    [Symbol.asyncDispose]: async () => {},
  };
  const ran = await runWith({ connect: async () => bus as unknown as Bus }, ['checkouts', ...args]);
  return { ...ran, asked };
}

describe('checkouts', () => {
  test('list shows them with their orders, or only those of a state', async () => {
    const found = () => ({ checkouts: [checkout], total: 1 });
    const { out, asked } = await cartwright(['list', '--state', 'placed'], found);
    expect(asked).toEqual([['connect.list-checkouts', { state: 'placed', page: 1, perPage: 20 }]]);
    expect(out).toMatch(/c_1 +2026-06-01T12:00:00Z +placed +45\.90 EUR +371 +on-hold +guest/);
    const { out: text } = await cartwright(['list', '--json'], found);
    expect(JSON.parse(text)).toMatchObject({ checkouts: [{ id: 'c_1', total: 4590 }], total: 1 });
  });

  test('show says what WooCommerce reckoned, and what holds a checkout up', async () => {
    const troubled = {
      ...checkout,
      ...{ taken: false, trouble: 'the shop is away', difference: { total: 4600, cause: 'tax' } },
    };
    const { out, asked } = await cartwright(['show', '371'], () => ({ checkout: troubled }));
    expect(asked).toEqual([['connect.show-checkout', { reference: '371' }]]);
    expect(out).toMatch(/^WooCommerce +46\.00 EUR \(tax\)$/m);
    expect(out).toMatch(/^order +371 \(on-hold\)$/m);
    expect(out).toMatch(/^out of cart +no$/m);
    expect(out).toMatch(/^trouble +the shop is away$/m);
  });

  test('show of an unknown one is refused, and so are all without a connection', async () => {
    const unknown = await cartwright(['show', 'x'], () => {
      throw refusal('service_checkout_not_found', {});
    });
    expect([unknown.code, unknown.out]).toEqual([4, '']);
    const without = await cartwright(['list'], () => {
      throw unavailable();
    });
    expect(without.err).toContain('WOOCOMMERCE_URL');
  });
});

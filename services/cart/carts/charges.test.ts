import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CartAccount } from '#contracts/accounts.ts';
import { type Cart, readCart } from '#contracts/cart.ts';
import { readShippingRates, validateCoupons } from '#contracts/cart-charges.ts';
import { type CartCommand, changeCart, changeCartTogether } from '#contracts/cart-commands.ts';
import { type Claim, nobody } from '#contracts/claim.ts';
import type { Coupon } from '#contracts/coupons.ts';
import type { StoreSettings } from '#contracts/settings.ts';
import { checked } from '#platform/bus/dispatcher.ts';
import { type ServiceError, statusOf } from '#platform/errors/errors.ts';
import { redisFixture } from '#testing/engines.ts';
import { aCoupon } from '../domain/coupons/coupon.fixture.ts';
import { anItem, factsOf, store } from '../model/context.fixture.ts';
import { cartOperations } from '../operations.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { CartStore } from '../store/cart-store.ts';
import { contextsOf, factsIn, Replicas } from './carts.fixture.ts';
import { Charges } from './charges.ts';

const engine = redisFixture();
/** Mugs at 18.00, a variable shirt, and a product that is not sold any more. */
const products = [
  factsOf({ sku: 'mug' }),
  factsOf({
    id: 20,
    sku: 'shirt',
    type: 'variable',
    choices: { attributes: [], variations: [], groupedIds: [] },
  }),
  factsOf({ id: 30, sku: 'old', purchasable: false }),
];
const coupons = new Map<string, Coupon | null>([
  ['ten', aCoupon()],
  ['mine', aCoupon({ id: 2, code: 'mine', allowedEmails: ['ann@shop.example'] })],
  ['once', aCoupon({ id: 3, code: 'once', usageLimitPerCustomer: 1, usedBy: ['7002'] })],
  ['vip', aCoupon({ id: 4, code: 'vip', allowedEmails: ['*@vip.example'] })],
]);
const zones: StoreSettings['shippingZones'] = [
  {
    ...{ id: 1, name: 'Home', order: 0, locations: [{ code: 'GB', type: 'country' }] },
    methods: [
      {
        ...{ instanceId: 1, methodId: 'flat_rate', title: 'Flat rate', order: 0, enabled: true },
        settings: { cost: '2.00 * [qty]' },
      },
    ],
  },
];
let settings: StoreSettings;
let running: Replicas;
let operations: ReturnType<typeof cartOperations>;
let made = 0;
let claim: Claim;
/** The accounts that auth finds; null while auth does not answer. */
let accounts: CartAccount[] | null;
/** The addresses that auth was asked for, one list for each request. */
let asked: (readonly string[])[] = [];

beforeAll(async () => {
  running = new Replicas(engine.url, new Map());
  const facts = factsIn(new Map(products.map((one) => [one.id, one])));
  const contexts = contextsOf(facts, {
    coupons: {
      lookUp: async (codes) => ({
        coupons: new Map(codes.map((code) => [code, coupons.get(code) ?? null])),
        stale: false,
      }),
    },
    accounts: {
      find: async (emails) => {
        asked.push(emails);
        return accounts;
      },
    },
    settings: () => settings,
  });
  const carts = await running.start({ contexts });
  const charges = new Charges({ store: new CartStore(running.observer), contexts, now: Date.now });
  // These tests need no sessions.
  const deps = {
    carts,
    transfers: { transferCarried: async () => [], keepNotices: () => undefined },
    charges,
    sessions: {} as Sessions,
  };
  operations = cartOperations({ ...deps, limit: null, guesses: null }).map(checked);
});
beforeEach(() => {
  settings = { ...store, shippingZones: zones };
  [accounts, asked] = [[], []];
  made += 1;
  claim = claimOf(String(7_100 + made));
});
afterAll(() => running.close());

const claimOf = (cart: string, setsFees = true): Claim => {
  return { ...nobody, kind: 'customer', account: Number(cart), cart, setsFees, client: 'test' };
};
async function ask(operation: { readonly name: string }, request: unknown, by: Claim | null = claim) {
  const context = { requestId: 'test', deadline: Date.now() + 30_000, claim: by };
  const served = operations.find((one) => one.operation.name === operation.name);
  return served?.run(request, context);
}
const conditions = () => ({
  once: { key: `${Math.random()}`, origin: 'client', digest: 'd' },
  ifRevision: null,
});
const change = (command: CartCommand, by = claim) => ask(changeCart, { ...conditions(), command }, by);
const fill = (by = claim) =>
  change({ kind: 'add-item', item: anItem({ quantity: '2' }), email: null, phone: null }, by);
const apply = (code: string, by = claim, email: string | null = null) =>
  change({ kind: 'apply-coupon', code, email }, by);
const fee = (changed: object = {}): CartCommand => {
  return { kind: 'add-fee', name: 'Handling', amount: '2.5', taxable: true, taxClass: '', ...changed };
};
const rate = (key: string): CartCommand => ({ kind: 'choose-rate', rate: key, package: null });
const to = (changed: object): CartCommand => {
  return { kind: 'set-destination', country: 'GB', state: '', postcode: '', city: '', ...changed };
};

const hidden = { ...store, shippingZones: zones, shippingHiddenUntilAddress: true };

test('the data of an item may have any names, which are kept and change no prototype', async () => {
  const itemData = JSON.parse(
    '{"__proto__":{"x":1},"constructor":{"prototype":{"y":1}},"a":{"__proto__":2}}',
  );
  const command = { kind: 'add-item', item: anItem({ itemData }), email: null, phone: null } as const;
  await ask(changeCart, {
    ...conditions(),
    command: changeCart.request.parse({ ...conditions(), command }).command,
  });
  const reply = readCart.reply.parse(await ask(readCart, {}));
  const [line] = 'cart' in reply ? reply.cart.lines : [];
  expect(JSON.stringify(line?.itemData)).toBe(JSON.stringify(itemData));
  expect(Object.keys(Object.prototype)).toEqual([]);
  expect([({} as { x?: 1; y?: 1 }).x, ({} as { x?: 1; y?: 1 }).y]).toEqual([undefined, undefined]);
});

test.each<[string, CartCommand, number, Partial<StoreSettings>]>([
  [
    'service_coupons_not_enabled',
    { kind: 'apply-coupon', code: 'ten', email: null },
    404,
    { couponsEnabled: false },
  ],
  ['service_coupon_code_required', { kind: 'apply-coupon', code: '', email: null }, 404, {}],
  ['service_coupon_not_exist', { kind: 'apply-coupon', code: 'nope', email: null }, 404, {}],
  [
    'service_coupon_failed_to_apply',
    { kind: 'apply-coupon', code: 'mine', email: 'bob@shop.example' },
    400,
    {},
  ],
  ['service_no_coupons_applied', { kind: 'remove-coupon', code: null }, 404, {}],
  ['service_fee_missing_name', fee({ name: '' }), 404, {}],
  ['service_fee_missing_amount', fee({ amount: '' }), 404, {}],
  ['service_fee_cannot_add', fee({ amount: '0' }), 404, {}],
  ['service_removing_fees_failed', { kind: 'remove-fees' }, 404, {}],
  ['service_shipping_disabled', rate('flat_rate:1'), 404, { shippingEnabled: false }],
  ['service_shipping_missing_rate_id', rate(''), 404, {}],
  ['service_shipping_not_calculated', rate('flat_rate:1'), 404, hidden],
  ['service_no_shipping_methods', rate('flat_rate:1'), 404, { shippingZones: [] }],
  ['service_shipping_method_incorrect', rate('flat_rate:9'), 404, {}],
  ['service_invalid_postcode', to({ postcode: '!!' }), 404, {}],
  ['rest_invalid_param', to({ country: 'ZZ' }), 400, {}],
])('%s refuses the operation', async (code, command, status, changed) => {
  await fill();
  settings = { ...settings, ...changed };
  const thrown: unknown = await change(command).catch((error: unknown) => error);
  expect(thrown).toMatchObject({ code });
  expect(statusOf(thrown as ServiceError)).toBe(status);
});

test.each<[string, CartCommand, CartCommand, number]>([
  [
    'service_coupon_cannot_add',
    { kind: 'apply-coupon', code: 'ten', email: null },
    { kind: 'apply-coupon', code: 'TEN', email: null },
    404,
  ],
  [
    'service_cart_coupon_invalid_code',
    { kind: 'apply-coupon', code: 'ten', email: null },
    { kind: 'remove-coupon', code: 'mine' },
    404,
  ],
  ['service_fee_already_exists', fee(), fee({ name: 'HANDLING' }), 403],
])('%s refuses a second command', async (code, first, second, status) => {
  await fill();
  await change(first);
  const thrown: unknown = await change(second).catch((error: unknown) => error);
  expect(thrown).toMatchObject({ code });
  expect(statusOf(thrown as ServiceError)).toBe(status);
});

describe('fees', () => {
  const untrusted = () => claimOf(claim.cart, false);

  test('are added by a claim that may set fees, with tax and totals', async () => {
    await fill();
    const { cart } = (await change(fee())) as { cart: { fees: unknown; totals: unknown } };
    // The fee of 2.50 is 3.00 with 20 % tax. Goods of 36.00 are 43.20, shipping of 2 × 2.00 is 4.80. The sum is 51.00.
    expect(cart).toMatchObject({
      fees: [{ name: 'Handling', amount: 250, total: 250, tax: 50 }],
      totals: { fees: 250, feesTax: 50, total: 5_100 },
    });
  });

  test.each([['one by one'], ['together']])('by other callers are refused, asked %s', async (how) => {
    for (const command of [fee(), { kind: 'remove-fees' } as const]) {
      const asked =
        how === 'together'
          ? ask(changeCartTogether, { ...conditions(), commands: [command], allOrNone: false }, untrusted())
          : change(command, untrusted());
      await expect(asked).rejects.toMatchObject({ code: 'service_not_allowed' });
    }
  });
});

describe('the coupons of a cart', () => {
  test('are checked in the order of their application, and not removed', async () => {
    await fill();
    await apply('ten');
    await apply('mine', claim, 'ann@shop.example');
    const good = { coupons: ['ten', 'mine'].map((code) => ({ code, objection: null })) };
    expect(await ask(validateCoupons, { email: null })).toEqual(good);
    expect(await ask(validateCoupons, { email: 'bob@shop.example' })).toEqual({
      coupons: [
        { code: 'ten', objection: null },
        { code: 'mine', objection: { coupon: 'mine', reason: 'email' } },
      ],
    });
    expect(await ask(validateCoupons, { email: 'ann@shop.example' })).toEqual(good);
  });

  test('are an empty list without coupons, and without a cart', async () => {
    expect(await ask(validateCoupons, { email: null })).toEqual({ coupons: [] });
    await expect(ask(validateCoupons, { email: null }, null)).rejects.toMatchObject({
      code: 'service_not_allowed',
    });
  });

  test('are checked for the customer who owns the cart', async () => {
    const used = { reason: 'usage_limit_customer' };
    const other = claimOf('7002');
    await fill(other);
    await expect(apply('once', other)).rejects.toMatchObject({ data: used });
  });

  const guest = () => ({
    ...claimOf('1'),
    kind: 'guest' as const,
    account: null,
    cart: `t_${'0'.repeat(28)}${7_100 + made}`,
  });
  const codesIn = async (by = claim) => {
    const { cart } = (await ask(readCart, {}, by)) as { cart: Cart };
    return cart.coupons.map(({ code }) => code);
  };

  test("may be for the address of the customer's account", async () => {
    accounts = [{ id: Number(claim.cart), email: 'boss@vip.example' }];
    await fill();
    await apply('vip', claim, 'private@home.example');
    expect(await codesIn()).toEqual(['vip']);
    accounts = [{ id: Number(claim.cart), email: 'boss@other.example' }];
    expect(await codesIn()).toEqual([]);
  });

  test('are refused to a guest with the address of an account that used them', async () => {
    accounts = [{ id: 7002, email: 'dave@shop.example' }];
    const by = guest();
    await fill(by);
    const refused = { code: 'service_coupon_failed_to_apply', data: { reason: 'usage_limit_customer' } };
    await expect(apply('once', by, 'Dave@shop.example')).rejects.toMatchObject(refused);
    await apply('once', by, 'new@shop.example');
    expect(await ask(validateCoupons, { email: 'dave@shop.example' }, by)).toMatchObject({
      coupons: [{ code: 'once', objection: { reason: 'usage_limit_customer' } }],
    });
    const email = { email: 'dave@shop.example' };
    await change({ kind: 'update-customer', billing: email, shipping: {}, shipElsewhere: null }, by);
    expect(await codesIn(by)).toEqual([]);
    expect(asked).toContainEqual(['new@shop.example', 'dave@shop.example']);
  });

  test('ask auth only if one of them is limited to some customers', async () => {
    await fill();
    await apply('ten', claim, 'ann@shop.example');
    await codesIn();
    await ask(validateCoupons, { email: null });
    const by = guest();
    await fill(by);
    await apply('mine', by, 'ann@shop.example');
    await expect(apply('once', by)).resolves.toBeTruthy();
    expect(asked).toEqual([['ann@shop.example']]);
  });

  test('stay in the cart while auth does not answer, but none that is limited to some customers is added', async () => {
    await fill();
    await apply('mine', claim, 'ann@shop.example');
    accounts = null;
    expect(await codesIn()).toEqual(['mine']);
    await fill();
    await apply('ten');
    await expect(apply('once')).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(await codesIn()).toEqual(['mine', 'ten']);
  });
});

describe('the shipping rates of a product', () => {
  const nowhere = { country: '', state: '', postcode: '', city: '' };
  const rates = (reference: string, destination: object = {}, by: Claim | null = claim) =>
    ask(readShippingRates, { reference, quantity: 3, destination: { ...nowhere, ...destination } }, by);
  const flat = {
    ...{ key: 'flat_rate:1', methodId: 'flat_rate', instanceId: 1, label: 'Flat rate' },
    // The cost is 3 × 2.00, with 20 % tax.
    ...{ cost: 600, tax: 120, shown: 600, taxNote: null, chosen: true, items: 'Mug × 3' },
  };

  test.each([['13'], ['mug'], [' mug ']])('are those of a cart with only %j', async (reference) => {
    expect(await rates(reference, { country: 'GB' })).toEqual({ currency: store.currency, rates: [flat] });
  });

  test('are for the given place, else the cart’s destination, else the store’s place', async () => {
    await change(to({ country: 'NL' }));
    expect(await rates('13')).toMatchObject({ rates: [] });
    expect(await rates('13', { country: 'gb', postcode: 'sw1a1aa' })).toMatchObject({ rates: [flat] });
    expect(await rates('13', {}, null)).toMatchObject({ rates: [flat] });
  });

  test.each([
    ['999', {}, 'service_product_invalid_id'],
    ['shirt', {}, 'service_product_invalid_id'],
    ['old', {}, 'service_product_invalid_id'],
    ['13', { country: 'ZZ' }, 'rest_invalid_param'],
    ['13', { country: 'GB', postcode: '!!' }, 'service_invalid_postcode'],
  ])('of %j to %j are refused with %s', async (reference, destination, code) => {
    await expect(rates(reference, destination)).rejects.toMatchObject({ code });
  });

  test('are refused if the store does not ship', async () => {
    settings = { ...settings, shippingEnabled: false };
    await expect(rates('13')).rejects.toMatchObject({ code: 'service_shipping_disabled' });
  });
});

import { expect, test } from 'vitest';
import { openShop } from './shop.ts';
import { cartOf } from './shown-cart.ts';

const shop = openShop();

const post = (path: string, body: object, key: string) =>
  shop.send('POST', path, { key, body: JSON.stringify(body) });
const read = async (key: string) => cartOf(await shop.get('/v2/cart', { key }));

/** Returns the key of a new cart with these products and coupons. Each product is an id and a quantity. */
async function cartWith(products: readonly (readonly [string, string])[], ...coupons: readonly string[]) {
  let sent = {};
  let key = '';
  for (const [id, quantity] of products) {
    key = cartOf(await shop.add({ id, quantity }, sent)).cart_key;
    sent = { key };
  }
  for (const code of coupons) {
    expect((await post('/v2/cart/apply-coupon', { code }, key)).status).toBe(200);
  }
  return key;
}

/** 1 × 19.99 and 1 × 18.00 with 20 % VAT, and 3 × 11.00 without tax. Shipping costs 5.00 plus 20 % VAT. */
const goods = [
  ['48', '1'],
  ['49', '3'],
  ['13', '1'],
] as const;

test('[2.7 totals of discounts, shipping and fees] are the sums of their parts, to the cent', async () => {
  const key = await cartWith(goods, 'ten', 'fiver');
  const cart = await read(key);
  // `ten` is 1.999, 3.30 and 1.80, cut to 7.09. The rounded sum is 7.10, so the dearest line gets one cent
  // more. `fiver` takes 1.00 off each of 5 pieces.
  expect(Object.values(cart.items).map(({ totals }) => totals)).toEqual([
    // 19.99 − 1.99 − 1.00; 20 % of 19.99 is 3.998, of 17.00 3.40
    { subtotal: 19.99, subtotal_tax: 4, total: 16.99, tax: 3.4 },
    // 33.00 − 3.31 − 3.00
    { subtotal: 33, subtotal_tax: 0, total: 26.7, tax: 0 },
    // 18.00 − 1.80 − 1.00; 20 % of 15.20
    { subtotal: 18, subtotal_tax: 3.6, total: 15.2, tax: 3.04 },
  ]);
  expect(cart.totals).toEqual({
    // 19.99 + 33.00 + 18.00
    subtotal: '70.99',
    // 4.00 + 3.60
    subtotal_tax: '7.60',
    fee_total: '0.00',
    fee_tax: '0.00',
    // 7.10 + 5.00
    discount_total: '12.10',
    // 7.60 − 6.44
    discount_tax: '1.16',
    shipping_total: '5.00',
    shipping_tax: '1.00',
    shipping_taxes: [100],
    // 16.99 + 26.70 + 15.20
    cart_contents_total: '58.89',
    // 3.40 + 3.04
    cart_contents_tax: '6.44',
    cart_contents_taxes: [644],
    fee_taxes: [0],
    // 58.89 + 6.44 + 5.00 + 1.00
    total: '71.33',
    total_tax: '7.44',
  });
});

test('[2.7 totals of discounts, shipping and fees] have a fee that a trusted caller sets, and its tax', async () => {
  const key = await cartWith(goods, 'ten', 'fiver');
  await shop.asTrusted(
    key,
    { kind: 'add-fee', name: 'Handling', amount: '2.5', taxable: true, taxClass: '' },
    { kind: 'add-fee', name: 'Kindness', amount: '-1', taxable: false, taxClass: '' },
  );
  const { totals, taxes } = await read(key);
  expect(totals).toMatchObject({
    // 2.50 − 1.00. The tax is 20 % of 2.50, less 0.12 for the taxed part of the 1.00.
    fee_total: '1.50',
    fee_tax: '0.38',
    fee_taxes: [38],
    cart_contents_total: '58.89',
    cart_contents_taxes: [644],
    shipping_taxes: [100],
    // 71.33 + 1.50 + 0.38
    total: '73.21',
    // 6.44 + 1.00 + 0.38
    total_tax: '7.82',
  });
  // Tax on goods and fees: 6.44 + 0.38.
  expect(taxes).toMatchObject([{ tax_total: '6.82', shipping_tax_total: '1.00' }]);
});

test('[2.7 fees] have name, amount, taxable flag and total', async () => {
  const key = await cartWith([['13', '2']]);
  await shop.asTrusted(
    key,
    { kind: 'add-fee', name: 'Handling', amount: '2.5', taxable: true, taxClass: '' },
    { kind: 'add-fee', name: 'Kindness', amount: '-100', taxable: false, taxClass: '' },
  );
  const cart = await read(key);
  expect(cart.fees).toEqual([
    { name: 'Handling', amount: 2.5, taxable: true, tax_class: '', total: 2.5, tax: 0.5 },
    // The fee takes off at most 36.00 + 2.50 + 5.00 (items, other fee, shipping), and 20 % tax on this amount.
    { name: 'Kindness', amount: -100, taxable: false, tax_class: '', total: -43.5, tax: -8.7 },
  ]);
  // The tax is zero too: 7.20 + 1.00 + 0.50 − 8.70.
  expect(cart.totals).toMatchObject({
    fee_total: '-41.00',
    fee_tax: '-8.20',
    total: '0.00',
    total_tax: '0.00',
  });
});

test('[2.7 coupons] have code, label and savings as text and HTML', async () => {
  const key = await cartWith([['13', '2']], 'fiver', 'TEN');
  // Coupons are listed in the order of applying: 5.00, then 10 % of 36.00.
  expect((await read(key)).coupons).toEqual([
    {
      coupon: 'fiver',
      label: 'Coupon: fiver',
      discount_type: 'fixed_cart',
      saving: '-5.00',
      saving_html: '-$5.00',
    },
    { coupon: 'ten', label: 'Coupon: ten', discount_type: 'percent', saving: '-3.60', saving_html: '-$3.60' },
  ]);
  expect((await read(await cartWith([['13', '2']]))).coupons).toEqual([]);
  const perPiece = await read(await cartWith([['48', '3']], 'prod3'));
  // 3 × 3.00
  expect(perPiece.coupons).toMatchObject([{ discount_type: 'fixed_product', saving: '-9.00' }]);
});

test('[2.7 shipping] has each package with its shipping rates and the chosen one', async () => {
  const key = await cartWith([
    ['15', '1'],
    ['42', '1'],
  ]);
  const { shipping: before } = await read(key);
  // A customer without an address is in the country of the shop. Shipping is not calculated yet.
  expect([before.total_packages, before.has_calculated_shipping]).toEqual([1, false]);
  const data = { address_1: '2 Low St', city: 'London', postcode: 'SW1A 1AA', country: 'GB' };
  await post('/v2/cart/update', { namespace: 'update-customer', data }, key);
  const { shipping, totals } = await read(key);
  expect(shipping).toEqual({
    total_packages: 1,
    show_package_details: false,
    has_calculated_shipping: true,
    packages: {
      default: {
        package_name: 'Shipping',
        rates: {
          'flat_rate:1': {
            key: 'flat_rate:1',
            method_id: 'flat_rate',
            instance_id: 1,
            label: 'Flat rate',
            cost: '5.00',
            html: 'Flat rate: $5.00',
            taxes: '1.00',
            chosen_method: true,
            meta_data: { items: 'Belt × 1' },
          },
          'free_shipping:2': {
            key: 'free_shipping:2',
            method_id: 'free_shipping',
            instance_id: 2,
            label: 'Free shipping',
            cost: '0.00',
            html: 'Free shipping',
            taxes: '',
            chosen_method: false,
            meta_data: { items: 'Belt × 1' },
          },
        },
        package_details: '',
        index: 0,
        chosen_method: 'flat_rate:1',
        formatted_destination: '2 Low St, London, SW1A 1AA',
      },
    },
  });
  // 55.00 and 7.00 with 20 % tax, and shipping for 5.00 + 1.00. The virtual product is not shipped.
  expect(totals).toMatchObject({ shipping_total: '5.00', shipping_tax: '1.00', total: '80.40' });
  const chosen = await post('/v2/cart/set-shipping-method', { rate_id: 'free_shipping:2' }, key);
  expect(chosen.status).toBe(200);
  const after = await read(key);
  expect(after.shipping.packages.default?.chosen_method).toBe('free_shipping:2');
  expect(after.totals).toMatchObject({ shipping_total: '0.00', shipping_tax: '0.00', total: '74.40' });
});

test('[2.7 shipping] has no package without shippable items or shipping rates', async () => {
  const none = { total_packages: 0, show_package_details: false, packages: {} };
  expect((await read(await cartWith([['42', '1']]))).shipping).toMatchObject(none);
  const key = await cartWith([['13', '1']]);
  const shippedTo = {
    s_country: 'US',
    s_state: 'CA',
    s_postcode: '90210',
    country: 'US',
    state: 'CA',
    postcode: '90210',
  };
  const updatedCart = cartOf(
    await post('/v2/cart/update', { namespace: 'update-customer', data: shippedTo }, key),
  );
  expect(updatedCart.shipping).toMatchObject(none);
  // Local pickup is taxed at the address of the store: 18.00 + 3.60.
  expect(updatedCart.totals).toMatchObject({ shipping_total: '0.00', shipping_tax: '0.00', total: '21.60' });
});

test('[2.7 taxes on shipping] have the rates of the items: none if no item is taxed', async () => {
  const taxed = await read(await cartWith([['13', '2']]));
  // 20 % of 36.00 and of 5.00
  expect(taxed.taxes).toEqual([
    { rate_id: 1, label: 'VAT', compound: false, tax_total: '7.20', shipping_tax_total: '1.00' },
  ]);
  const untaxed = await read(await cartWith([['49', '3']]));
  expect(untaxed.taxes).toEqual([]);
  expect(untaxed.totals).toMatchObject({ shipping_total: '5.00', shipping_tax: '0.00', total: '38.00' });
});

test('[2.7 customer addresses] are set by the update operation and kept', async () => {
  const key = await cartWith([['13', '1']]);
  const address = (prefix: string, city: string, postcode: string) => ({
    [`${prefix}first_name`]: 'Gill',
    [`${prefix}last_name`]: 'Guest',
    [`${prefix}company`]: 'Guest & Co',
    [`${prefix}country`]: 'GB',
    [`${prefix}address_1`]: '2 Low St',
    [`${prefix}address_2`]: 'Flat 3',
    [`${prefix}postcode`]: postcode,
    [`${prefix}city`]: city,
    [`${prefix}state`]: '',
  });
  const contact = { email: 'gill@example.com', phone: '+447700900111' };
  const data = { ...address('', 'London', 'sw1a1aa'), ...contact, ...address('s_', 'Leeds', 'ls11ur') };
  await post('/v2/cart/update', { namespace: 'update-customer', data }, key);
  expect((await read(key)).customer).toEqual({
    billing_address: {
      ...address('billing_', 'London', 'SW1A 1AA'),
      billing_email: contact.email,
      billing_phone: contact.phone,
    },
    shipping_address: address('shipping_', 'Leeds', 'LS1 1UR'),
  });
});

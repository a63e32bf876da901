import { describe, expect, test } from 'vitest';
import { aCart, aLine, euro } from '#testing/gateway/samples.ts';
import { fullCart } from '#testing/gateway/shown.ts';
import { aPackage, charged, crowns, dinars, francs, onCoCart, onRoot, rate, yen } from './charges.fixture.ts';

describe.each([
  ['no decimals, left', yen, '1234567', '89', '¥1,234,567', -1_234_567, -2_000_000, -5],
  ['two decimals, left', euro, '12345.67', '0.89', '€12.345,67', -12_345.67, -20_000, -0.05],
  [
    'two decimals, right with a blank',
    crowns,
    '12345.67',
    '0.89',
    '12 345,67\u00a0kr',
    -12_345.67,
    -20_000,
    -0.05,
  ],
  ['two decimals, right', francs, '12345.67', '0.89', "12'345.67Fr.", -12_345.67, -20_000, -0.05],
  [
    'three decimals, left with a blank',
    dinars,
    '1234.567',
    '0.089',
    'KD\u00a01,234.567',
    -1_234.567,
    -2_000,
    -0.005,
  ],
])('in a currency with %s', (_name, currency, text, tax, html, fee, asked, feeTax) => {
  const cart = charged(currency);
  const [root, mount] = [onRoot(cart), onCoCart(cart)];

  test('the saving of a coupon has a minus sign', () => {
    const shown = {
      coupon: 'ten',
      label: 'Coupon: ten',
      discount_type: 'fixed_cart',
      saving_html: `-${html}`,
    };
    expect(root.coupons).toEqual([{ ...shown, saving: `-${text}` }]);
    expect(mount.coupons).toEqual([{ ...shown, saving: '-1234567' }]);
  });

  test('a fee is a number; on the CoCart mount its total is in minor units', () => {
    expect(root.fees).toEqual([
      { name: 'Rebate', amount: asked, taxable: true, tax_class: '', total: fee, tax: feeTax },
    ]);
    expect(mount.fees).toEqual({ rebate: { name: 'Rebate', fee: '-1234567' } });
  });

  test('taxes on goods and shipping are separate; on the CoCart mount they are one sum', () => {
    expect(root.taxes).toEqual([
      { rate_id: 4, label: 'VAT', compound: true, tax_total: text, shipping_tax_total: tax },
    ]);
    // The tax on the items is 1,234,567 and the tax on shipping is 89.
    expect(mount.taxes).toEqual({ 'NL-VAT-1': { name: 'VAT', price: '1234656' } });
  });

  test('a shipping rate has its cost as text and formatted', () => {
    const common = {
      key: 'flat_rate:1',
      method_id: 'flat_rate',
      instance_id: 1,
      label: 'Standard',
      html: `Standard: ${html}`,
      chosen_method: true,
      meta_data: { items: 'T-Shirt × 2' },
    };
    const whole = (cost: string, taxes: string, destination: string) => ({
      total_packages: 1,
      show_package_details: false,
      has_calculated_shipping: true,
      packages: {
        default: {
          package_name: 'Shipping',
          rates: { 'flat_rate:1': { ...common, cost, taxes } },
          package_details: '',
          index: 0,
          chosen_method: 'flat_rate:1',
          formatted_destination: destination,
        },
      },
    });
    expect(root.shipping).toEqual(whole(text, tax, 'Singel 1, 1012 AB Amsterdam'));
    expect(mount.shipping).toEqual(whole('1234567', '89', 'Singel 1, Amsterdam'));
  });

  test('totals are decimals or minor units, and formatted on request on both mounts', () => {
    const amountsOf = ({ totals }: { totals: Record<string, string> }) => [
      totals.discount_total,
      totals.fee_total,
      totals.shipping_total,
    ];
    expect(amountsOf(root)).toEqual([text, `-${text}`, text]);
    expect(amountsOf(mount)).toEqual(['1234567', '-1234567', '1234567']);
    for (const shown of [onRoot, onCoCart]) {
      expect(amountsOf(shown(cart, 'minor'))).toEqual(['1234567', '-1234567', '1234567']);
      expect(amountsOf(shown(cart, 'formatted'))).toEqual([html, `-${html}`, html]);
    }
    expect(root.totals.shipping_taxes).toEqual([89]);
  });
});

test('a coupon or fee of zero has no minus sign', () => {
  const cart = charged(euro, {
    coupons: [{ code: 'free', discountType: 'percent', saving: 0, freeShipping: false }],
    fees: [{ name: 'Rebate', amount: -500, taxable: false, taxClass: '', total: 0, tax: 0, shown: 0 }],
  });
  expect(onRoot(cart).coupons).toMatchObject([{ saving: '0.00', saving_html: '€0,00' }]);
  expect(onCoCart(cart).coupons).toMatchObject([{ saving: '0', saving_html: '€0,00' }]);
  expect(onRoot(cart).fees).toMatchObject([{ amount: -5, total: 0 }]);
  expect(onCoCart(cart).fees).toEqual({ rebate: { name: 'Rebate', fee: '0' } });
});

test('a shipping rate without a cost shows only its name, and one without taxes has no taxes', () => {
  const free = { ...rate, key: 'free_shipping:2', label: 'Free', cost: 0, tax: 0, shown: 0 };
  const cart = charged(euro, {
    shipping: { calculated: true, unshipped: false, packages: [{ ...aPackage, rates: [free] }] },
  });
  const rates = (shown: typeof onRoot) => shown(cart).shipping.packages.default.rates['free_shipping:2'];
  expect(rates(onRoot)).toMatchObject({ html: 'Free', cost: '0.00', taxes: '' });
  expect(rates(onCoCart)).toMatchObject({ html: 'Free', cost: '0', taxes: '' });
});

test('a coupon that only makes shipping free has a text instead of an amount on the CoCart mount', () => {
  const free = { code: 'free', discountType: 'percent', freeShipping: true } as const;
  const saving = (saved: number) => charged(euro, { coupons: [{ ...free, saving: saved }] });
  const words = 'Free shipping coupon';
  expect(onCoCart(saving(0)).coupons).toMatchObject([{ saving: words, saving_html: words }]);
  expect(onCoCart(saving(5)).coupons).toMatchObject([{ saving: '-5', saving_html: '-€0,05' }]);
  expect(onRoot(saving(0)).coupons).toMatchObject([{ saving: '0.00', saving_html: '€0,00' }]);
});

test('on the CoCart mount, the label of a shipping rate says whether its cost includes tax, unless it is free', () => {
  const rates = [500, 0].map((shown, at) => ({
    ...rate,
    key: `flat_rate:${at}`,
    shown,
    taxNote: 'incl_vat' as const,
  }));
  const cart = charged(euro, {
    shipping: { calculated: true, unshipped: false, packages: [{ ...aPackage, rates }] },
  });
  const html = (shown: typeof onRoot) =>
    Object.values<{ html: string }>(shown(cart).shipping.packages.default.rates).map((one) => one.html);
  expect(html(onCoCart)).toEqual(['Standard: €5,00 (incl. VAT)', 'Standard']);
  expect(html(onRoot)).toEqual(['Standard: €5,00', 'Standard']);
});

test('the CoCart mount counts a package without rates, but no package of an empty cart', () => {
  const none = { calculated: true, packages: [] };
  const cart = (unshipped: boolean) => aCart({ lines: [aLine()], shipping: { ...none, unshipped } });
  const members = { show_package_details: false, has_calculated_shipping: true };
  expect(onCoCart(cart(true)).shipping).toEqual({ ...members, total_packages: 1, packages: [] });
  expect(onCoCart(cart(false)).shipping).toEqual({ ...members, total_packages: 0, packages: [] });
  expect(onRoot(cart(true)).shipping).toEqual({ ...members, total_packages: 0, packages: {} });
  expect(onCoCart(aCart()).shipping).toMatchObject({ total_packages: 0, packages: [] });
});

test('if an address has no state, the CoCart mount shows the state that the store assumes', () => {
  const { customer } = aCart();
  const given = { ...customer, shipping: { ...customer.shipping, state: 'ON' } };
  const states = (shown: typeof onRoot) => {
    const { billing_address, shipping_address } = shown(
      aCart({ customer: given, assumedStates: { billing: 'QC', shipping: 'QC' } }),
    ).customer;
    return [billing_address.billing_state, shipping_address.shipping_state];
  };
  expect([states(onCoCart), states(onRoot)]).toEqual([
    ['QC', 'ON'],
    ['', 'ON'],
  ]);
});

test('several packages are `default`, `1`, `2`, and are marked to show their details', () => {
  const packages = [0, 1, 2].map((index) => ({ ...aPackage, index }));
  const cart = charged(euro, { shipping: { calculated: true, unshipped: false, packages } });
  for (const shown of [onRoot, onCoCart]) {
    const { shipping } = shown(cart);
    expect([shipping.total_packages, shipping.show_package_details]).toEqual([3, true]);
    expect(Object.keys(shipping.packages).sort()).toEqual(['1', '2', 'default']);
    expect(shipping.packages[2].index).toBe(2);
  }
});

test('a cart without shipped products has no packages', () => {
  const cart = aCart({ lines: [aLine()] });
  expect(onRoot(cart).shipping).toMatchObject({ total_packages: 0, packages: {} });
  expect(onCoCart(cart).shipping).toMatchObject({ total_packages: 0, packages: [] });
});

test('tax rates with one code are one tax on the CoCart mount, and separate at the root', () => {
  const tax = (rateId: number, amount: number, shippingAmount: number) => {
    return { rateId, code: 'NL-VAT-1', label: 'VAT', compound: false, amount, shippingAmount };
  };
  const cart = charged(euro, { taxes: [tax(1, 720, 100), tax(2, 45, 0)] });
  // The taxes on the items are 720 and 45, and the tax on shipping is 100.
  expect(onCoCart(cart).taxes).toEqual({ 'NL-VAT-1': { name: 'VAT', price: '865' } });
  expect(onRoot(cart).taxes).toMatchObject([
    { rate_id: 1, tax_total: '7.20', shipping_tax_total: '1.00' },
    { rate_id: 2, tax_total: '0.45', shipping_tax_total: '0.00' },
  ]);
});

test('every fee is shown, whatever its name', () => {
  const names = ['Gift wrap', 'Gift-Wrap!', ' gift  wrap ', 'Größe (5 %)', '!!', '__proto__'];
  const fees = names.map((name, at) => ({
    ...{ name, amount: at, taxable: false, taxClass: '', total: at, tax: 0, shown: at },
  }));
  const { fees: shown } = onCoCart({ ...fullCart, fees });
  expect(Object.entries(shown)).toEqual([
    ['gift-wrap', { name: 'Gift wrap', fee: '0' }],
    ['gift-wrap-2', { name: 'Gift-Wrap!', fee: '1' }],
    ['gift-wrap-3', { name: ' gift  wrap ', fee: '2' }],
    ['grose-5', { name: 'Größe (5 %)', fee: '3' }],
    ['fee', { name: '!!', fee: '4' }],
    ['__proto__', { name: '__proto__', fee: '5' }],
  ]);
});

import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { program, request } from './plugin.fixture.ts';

const shop = `require '${join(import.meta.dirname, 'woocommerce.fixture.php')}';
  define('CARTWRIGHT_URL', 'https://api.example/');`;

/** Runs code in a shop with the plugin, and returns what it returns. */
async function run<Result>(code: string): Promise<Result> {
  const { result, printed } = await request<Result>(`${shop} ${code}`);
  expect(printed).toBe('');
  return result;
}
const own =
  "WC()->cart->add_to_cart(7, 3, 0, [], []); WC()->cart->calculate_totals(); Shop::$coupons[] = 'own';";
const token = 'T'.repeat(43);
const customer = `Site::$users[12] = ['user_email' => 'Ann@example.org', 'roles' => ['customer'], 'allcaps' => ['read' => true]];`;
const byCustomer = `['customer' => ['id' => 12, 'email' => 'ann@example.org']]`;

describe.skipIf(program === null)('the link', () => {
  const opened = (given: string) =>
    run<{ page: string; sent: unknown[]; asked: unknown[] }>(
      `$_SERVER['REQUEST_METHOD'] = 'GET'; $_GET = ${given}; ob_start(); Cartwright_Handover::answer();
       return ['page' => ob_get_clean(), 'sent' => Shop::$sent, 'asked' => Shop::$asked];`,
    );

  test('shows a page that posts itself, and asks nobody', async () => {
    const { page, sent, asked } = await opened(`['token' => '${token}']`);
    expect([sent, asked]).toEqual([[200], []]);
    expect(page).toContain(`<input type="hidden" name="token" value="${token}">`);
    expect(page).toContain('<form method="post" action="https://shop.example/?wc-ajax=cartwright_checkout">');
    expect(page).toContain('document.forms[0].submit()');
    expect(page).toContain('<button>Proceed to checkout</button>');
    expect(page).toContain('<meta name="referrer" content="no-referrer">');
  });

  test.each(['[]', "['token' => ['a']]", "['token' => 'short']", `['token' => '"><script>${token}']`])(
    'is 404 for the malformed token %s',
    async (given) => {
      const { page, sent } = await opened(given);
      expect(sent).toEqual([404]);
      expect(page).not.toContain('<form');
      expect(page).not.toContain('<script');
    },
  );

  test('shows the page again, without posting, where the nonce is another one', async () => {
    const { page, asked } = await run<{ page: string; asked: unknown[] }>(
      `$_SERVER['REQUEST_METHOD'] = 'POST'; $_POST = ['token' => '${token}', 'nonce' => 'x']; ob_start();
       Cartwright_Handover::answer(); return ['page' => ob_get_clean(), 'asked' => Shop::$asked];`,
    );
    expect(page).toContain('<form');
    expect(page).not.toContain('<script');
    expect(asked).toEqual([]);
  });

  test('asks Cartwright: the cart, then for the cart, then about the totals', async () => {
    const { asked, sent } = await run<{ asked: [string, string, unknown][]; sent: unknown[] }>(
      "open_link(['coupons' => ['ten']]); return ['asked' => Shop::$asked, 'sent' => Shop::$sent];",
    );
    const browser = /browser=([0-9a-f]{32})$/.exec(asked[0]?.[1] ?? '')?.[1];
    const address = `https://api.example/v2/checkout/handover/${token}`;
    const totals = { currency: 'EUR', total: 2000, items: 2000, discount: 0, shipping: 0, tax: 0, fees: 0 };
    expect(asked).toEqual([
      ['GET', `${address}?browser=${browser}`, null],
      ['POST', address, { browser }],
      ['POST', address, { browser, totals }],
    ]);
    expect(sent).toEqual([303, 'https://shop.example/checkout/']);
  });

  test.each([
    [404, 'service_checkout_not_found', 404, 'no longer valid', false],
    [409, 'service_checkout_link_used', 409, 'opened in another browser', false],
    [409, 'service_checkout_ended', 409, 'already ordered', false],
    [503, 'service_unavailable', 503, 'try again', true],
  ])('says why for %i %s, and changes nothing', async (status, code, shown, text, hasButton) => {
    for (const before of ['', '[200, cart_of_cartwright()], ']) {
      const result = await run<{ page: string; sent: unknown[]; lines: string[]; current: unknown }>(
        `${own} Shop::$answers = [${before}[${status}, ['code' => '${code}']]]; $page = open_link();
         return ['page' => $page, 'sent' => Shop::$sent, 'lines' => lines(), 'current' => Cartwright_Checkout::current()];`,
      );
      expect(result).toMatchObject({ sent: [shown], lines: ['7 x 3 = 15'], current: null });
      expect(result.page).toContain(text);
      expect(result.page.includes('<form')).toBe(hasButton);
    }
  });

  test.each(['[null]', "[[200, 'an error page']]", "[[200, ['lines' => 1]]]", '[[302, []]]'])(
    'offers to try again for the answer %s',
    async (answers) => {
      const { page, sent } = await run<{ page: string; sent: unknown[] }>(
        `Shop::$answers = ${answers}; return ['page' => open_link(), 'sent' => Shop::$sent];`,
      );
      expect(sent).toEqual([503]);
      expect(page).toContain('<form');
    },
  );

  test('refuses another currency, tells Cartwright, and changes nothing', async () => {
    const result = await run<{ page: string; asked: unknown[][]; lines: string[] }>(
      `${own} Shop::$currency = 'CHF'; $page = open_link();
       return ['page' => $page, 'asked' => Shop::$asked, 'lines' => lines()];`,
    );
    expect(result.page).toContain('are in EUR, but this checkout is in CHF');
    expect(result.lines).toEqual(['7 x 3 = 15']);
    expect(result.asked[1]?.[2]).toMatchObject({ totals: { currency: 'CHF', total: 0, tax: 0 } });
    expect(result.asked).toHaveLength(2);
  });

  test('is not set up without the address of Cartwright', async () => {
    const { result } = await request<unknown>(
      `${shop.split('\n')[0]} $page = open_link(); return [Shop::$sent, strpos($page, 'CARTWRIGHT_URL') > 0];`,
    );
    expect(result).toEqual([[503], true]);
  });
});

describe.skipIf(program === null)('the cart', () => {
  const filled = (cart: string, then = 'return lines();') =>
    run<string[]>(`open_link(${cart}); next_request(); ${then}`);
  const line = (more: string) => `['lines' => [${more}]]`;

  test('has the lines, also those that differ by their key only', async () => {
    const same = "'product_id' => 1, 'quantity' => 1";
    expect(await filled(line(`['key' => 'a', ${same}], ['key' => 'b', ${same}]`))).toEqual([
      '1 x 1 = 10',
      '1 x 1 = 10',
    ]);
  });

  test('keeps own prices at every load of the session, and after other plugins', async () => {
    const cart = line(
      "['key' => 'a', 'product_id' => 1, 'quantity' => 2, 'price' => 777], ['key' => 'b', 'product_id' => 1]",
    );
    expect(await filled(cart)).toEqual(['1 x 2 = 15.54', '1 x 1 = 10']);
    const other = `add_action('woocommerce_before_calculate_totals', function ($cart) {
      foreach ($cart->get_cart() as $item) { $item['data']->set_price(1); } return $cart; });`;
    expect(await filled(cart, `${other} WC()->cart->calculate_totals(); return lines();`)).toEqual([
      '1 x 2 = 15.54',
      '1 x 1 = 1',
    ]);
  });

  test('keeps the fees, also two with one name', async () => {
    const fee = "'name' => 'Wrap <b>x</b>', 'taxable' => true, 'tax_class' => 'reduced-rate'";
    const fees = await filled(
      `['fees' => [['amount' => 250, ${fee}], ['amount' => -5, ${fee}]]]`,
      'return WC()->cart->fees;',
    );
    const same = { name: 'Wrap x', taxable: true, tax_class: 'reduced-rate' };
    expect(Object.values(fees)).toEqual([
      { id: 'cartwright-0', amount: '2.50', ...same },
      { id: 'cartwright-1', amount: '-0.05', ...same },
    ]);
  });

  test('shows the data of a line, and no markup in it', async () => {
    const data = "'item_data' => ['note' => 'a <b>b</b> & 5 < 6', 'size' => ['w' => 3], '_secret' => 's']";
    const cart = line(`['key' => 'a', 'product_id' => 1, ${data}]`);
    const shown = "return apply_filters('woocommerce_get_item_data', [], current(WC()->cart->get_cart()));";
    expect(await filled(cart, shown)).toEqual([
      { key: 'note', value: 'a b &amp; 5 &lt; 6' },
      { key: 'size', value: '{&quot;w&quot;:3}' },
    ]);
    const order = `$line = new WC_Order(); do_action('woocommerce_checkout_create_order_line_item', $line, 'k', current(WC()->cart->get_cart()));
      return $line->meta;`;
    expect(await filled(cart, order)).toEqual({
      _cartwright_line: 'a',
      note: 'a b & 5 < 6',
      size: '{"w":3}',
      _cartwright_secret: 's',
    });
  });

  test('chooses the rates that WooCommerce has', async () => {
    const chosen = "return WC()->session->get('chosen_shipping_methods');";
    expect(await filled("['rates' => ['flat_rate:2']]", chosen)).toEqual(['flat_rate:2']);
    expect(await filled("['rates' => ['gone:1']]", chosen)).toBeNull();
  });

  test.each([
    [
      'a written address',
      "['first_name' => 'Ann', 'country' => 'FR', 'postcode' => '75001', 'email' => 'a@b.c']",
      ['Ann', 'FR', '75001', '', 'a@b.c'],
    ],
    ['another country only', "['country' => 'FR']", ['Old', 'FR', '', 'Way 1', 'old@b.c']],
    ['the same country only', "['country' => 'DE']", ['Old', 'DE', '20095', 'Way 1', 'old@b.c']],
    ['nothing', '[]', ['Old', 'DE', '20095', 'Way 1', 'old@b.c']],
  ])('takes %s', async (_, billing, expected) => {
    const before =
      "WC()->customer->fields = ['billing_first_name' => 'Old', 'billing_country' => 'DE', 'billing_postcode' => '20095', 'billing_address_1' => 'Way 1', 'billing_email' => 'old@b.c'];";
    const fields = await run<Record<string, string>>(
      `${before} open_link(['billing' => ${billing}]); return WC()->customer->fields;`,
    );
    const names = ['first_name', 'country', 'postcode', 'address_1', 'email'];
    expect(names.map((name) => fields[`billing_${name}`])).toEqual(expected);
  });

  test('ships to the billing address where there is no other', async () => {
    const cart = "['billing' => ['city' => 'Hamburg', 'country' => 'DE'], 'shipping' => ['country' => 'DE']]";
    const code = `open_link(${cart}); return [WC()->customer->get_shipping_city(), apply_filters('woocommerce_ship_to_different_address_checked', 0)];`;
    expect(await run(code)).toEqual(['Hamburg', 0]);
    expect(await run(code.replace("'shipping' => [", "'shipping' => ['city' => 'Paris', "))).toEqual([
      'Paris',
      1,
    ]);
  });

  test('counts with the billing address where nothing is shipped, as the order will', async () => {
    const cart =
      "['billing' => ['city' => 'London', 'country' => 'GB'], 'shipping' => ['city' => 'Paris', 'country' => 'FR']]";
    const code = `WC()->cart->ships = false; open_link(${cart}); return [WC()->customer->get_shipping_city(), WC()->customer->get_shipping_country()];`;
    expect(await run(code)).toEqual(['London', 'GB']);
    expect(await run(code.replace('false', 'true'))).toEqual(['Paris', 'FR']);
  });

  test('has options under the keys of WooCommerce, which depend on the language of the shop', async () => {
    const options =
      "['attribute_Größe Nr.' => 'XL', 'attribute_grosse-nr' => 'XL', 'attribute_pa_colour' => 'red']";
    const line = `['key' => 'a', 'product_id' => 1, 'quantity' => 1, 'name' => 'One', 'variation' => ${options}]`;
    const code = `open_link(['lines' => [${line}]]); return array_column(WC()->cart->get_cart(), 'variation');`;
    expect(await run(code)).toEqual([
      { 'attribute_groesse-nr': 'XL', 'attribute_grosse-nr': 'XL', attribute_pa_colour: 'red' },
    ]);
  });

  test('names what cannot be bought any more, and takes the rest', async () => {
    const lines =
      "['key' => 'a', 'product_id' => 1], ['key' => 'b', 'product_id' => 9, 'name' => 'Gone <i>one</i>'], ['key' => 'c', 'product_id' => 2, 'quantity' => 4, 'name' => 'Two']";
    const result = await run<{ notices: unknown; lines: string[] }>(
      `open_link(['lines' => [${lines}], 'coupons' => ['ten', 'old']]); return ['notices' => Shop::$notices, 'lines' => lines()];`,
    );
    expect(result.lines).toEqual(['1 x 1 = 10']);
    expect(result.notices).toEqual([
      ['notice', 'Gone one is no longer available.'],
      ['notice', 'Two: Not enough stock &amp; so on.'],
      ['notice', 'The coupon &quot;old&quot; cannot be used.'],
    ]);
  });

  describe('with a plugin for subscriptions, which sells them alone', () => {
    const both = line(
      "['key' => 'a', 'product_id' => 1], ['key' => 'b', 'product_id' => 2, 'name' => 'Two']",
    );
    const atHandOver = `add_filter('woocommerce_add_to_cart_validation', function ($may, $id) {
      if ($id === 2) { wc_add_notice('Subscriptions are sold <b>alone</b>.', 'error'); return false; } return $may; }, 10, 2);`;
    const atCheckout = `add_action('woocommerce_cart_loaded_from_session', function ($cart) {
      $count = count($cart->items); $cart->items = array_filter($cart->items, fn($item) => $item['product_id'] !== 2);
      if (count($cart->items) < $count) { wc_add_notice('Subscriptions are sold alone.', 'error'); } });`;
    const mark =
      "$order = new WC_Order(); do_action('woocommerce_checkout_create_order', $order); return [lines(), Shop::$notices, $order->meta['_cartwright_checkout']];";

    test('has the rest, and its sentence, where it refuses a line at the hand-over', async () => {
      expect(await run(`${atHandOver} open_link(${both}, false); ${mark}`)).toEqual([
        ['1 x 1 = 10'],
        [['notice', 'Two: Subscriptions are sold alone.'], expect.arrayContaining(['notice'])],
        'checkout-1',
      ]);
    });

    test('names the lines that it removes when it adds another one', async () => {
      const emptying = `add_filter('woocommerce_add_to_cart_validation', function ($may, $id) {
        if ($id === 2) { WC()->cart->empty_cart(); } return $may; }, 10, 2);`;
      const cart = line(
        "['key' => 'a', 'product_id' => 1, 'name' => 'One'], ['key' => 'b', 'product_id' => 2]",
      );
      expect(await run(`${own} ${emptying} open_link(${cart}); ${mark}`)).toEqual([
        ['2 x 1 = 25.5'],
        [['notice', 'One is no longer available.']],
        'checkout-1',
      ]);
    });

    test('shows why, and keeps the own cart, where it refuses all lines', async () => {
      const result = await run<{ page: string; lines: string[]; current: unknown }>(
        `${own} ${atHandOver} $page = open_link(${line("['key' => 'b', 'product_id' => 2, 'name' => 'Two']")});
         return ['page' => $page, 'lines' => lines(), 'current' => Cartwright_Checkout::current()];`,
      );
      expect(result.page).toContain('Two: Subscriptions are sold alone.');
      expect([result.lines, result.current]).toEqual([['7 x 3 = 15'], null]);
    });

    test('has an order of the rest, with its sentence, where it removes a line in the checkout', async () => {
      expect(await run(`${atCheckout} open_link(${both}); next_request(); ${mark}`)).toEqual([
        ['1 x 1 = 10'],
        [['error', 'Subscriptions are sold alone.']],
        'checkout-1',
      ]);
    });

    test('has the own cart back after an hour, where it removes all lines in the checkout', async () => {
      const only = line("['key' => 'b', 'product_id' => 2]");
      const later = `$checkout = Cartwright_Checkout::current(); $checkout['until'] -= 3601;
        WC()->session->set('cartwright_checkout', $checkout); next_request();`;
      expect(
        await run(
          `${own} ${atCheckout} open_link(${only}); next_request(); $empty = lines(); ${later} return [$empty, lines()];`,
        ),
      ).toEqual([[], ['7 x 3 = 15']]);
    });
  });

  test('stays the own one where nothing can be bought any more', async () => {
    const result = await run<{ page: string; lines: string[] }>(
      `${own} $page = open_link(${line("['key' => 'b', 'product_id' => 9, 'name' => 'Gone']")}); return ['page' => $page, 'lines' => lines()];`,
    );
    expect(result.page).toContain('Gone is no longer available.');
    expect(result.lines).toEqual(['7 x 3 = 15']);
  });

  const changed = [
    ['notice', 'The total of your cart was <b>20.00</b> and is now <b>10.00</b>. Please check your order.'],
  ];
  const ten = "['lines' => [['key' => 'a', 'product_id' => 1]]]";
  test.each([
    ['Cartwright says that it differs', `open_link(${ten}, false);`, changed],
    ['Cartwright says that it is the same', `open_link(${ten}, true);`, []],
    [
      'there is no answer, and it differs',
      `Shop::$answers = [[200, cart_of_cartwright(${ten})], [200, []], null]; open_link();`,
      changed,
    ],
    [
      'there is no answer, and it is the same',
      'Shop::$answers = [[200, cart_of_cartwright()], [200, []], null]; open_link();',
      [],
    ],
  ])('shows both totals where %s', async (_, open, notices) => {
    expect(await run(`${open} return Shop::$notices;`)).toEqual(notices);
  });
});

describe.skipIf(program === null)("the shopper's own cart", () => {
  const open = `${own} open_link(); next_request();`;
  const received = `Shop::$orders[5] = new WC_Order(5, ['_cartwright_checkout' => 'checkout-1']);
    $GLOBALS['wp'] = (object) ['query_vars' => ['order-received' => '5']]; $_GET = ['key' => 'key5'];`;

  test('is kept aside, and comes back when the order has emptied the cart', async () => {
    const result =
      await run(`${open} $during = lines(); WC()->cart->empty_cart(); $after = lines(); next_request();
      return [$during, $after, lines(), Cartwright_Checkout::current()];`);
    expect(result).toEqual([['1 x 2 = 20'], ['7 x 3 = 15'], ['7 x 3 = 15'], null]);
  });

  test('is not emptied by the same request, nor by the page "order received", which empties the cart each time', async () => {
    const result = await run(`${open} WC()->cart->empty_cart(); WC()->cart->empty_cart(); $twice = lines();
      ${received} next_request(); WC()->cart->empty_cart(); return [$twice, lines()];`);
    expect(result).toEqual([['7 x 3 = 15'], ['7 x 3 = 15']]);
  });

  test('comes back on that page, if the order was paid elsewhere', async () => {
    expect(
      await run(`${open} ${received} WC()->cart->empty_cart(); WC()->cart->empty_cart(); return lines();`),
    ).toEqual(['7 x 3 = 15']);
  });

  test('is not touched on the page of another order', async () => {
    const result =
      await run(`${open} ${received} Shop::$orders[5]->meta['_cartwright_checkout'] = 'checkout-0';
      WC()->cart->empty_cart(); return [lines(), Cartwright_Checkout::current()['id']];`);
    expect(result).toEqual([['1 x 2 = 20'], 'checkout-1']);
  });

  test('is emptied as always without a checkout', async () => {
    expect(await run(`${own} WC()->cart->empty_cart(); return lines();`)).toEqual([]);
  });

  test('stays aside when another link is opened', async () => {
    const result =
      await run(`${open} open_link(['id' => 'checkout-2', 'lines' => [['key' => 'a', 'product_id' => 2]]]);
      $during = lines(); WC()->cart->empty_cart(); return [$during, lines()];`);
    expect(result).toEqual([['2 x 1 = 25.5'], ['7 x 3 = 15']]);
  });

  test('comes back when nobody has looked for an hour', async () => {
    const later = (
      seconds: number,
    ) => `$checkout = Cartwright_Checkout::current(); $checkout['until'] -= ${seconds};
      WC()->session->set('cartwright_checkout', $checkout); next_request();`;
    expect(await run(`${open} ${later(3599)} return lines();`)).toEqual(['1 x 2 = 20']);
    expect(await run(`${open} ${later(3599)} ${later(3599)} return lines();`)).toEqual(['1 x 2 = 20']);
    expect(await run(`${open} ${later(3601)} return lines();`)).toEqual(['7 x 3 = 15']);
  });

  test('is what the account has saved, and the account does not save that of the checkout', async () => {
    const saved =
      "Shop::$login = 12; Shop::$meta[12]['_woocommerce_persistent_cart_1'] = ['cart' => ['k' => ['product_id' => 7, 'variation_id' => 0, 'quantity' => 1]]];";
    const result =
      await run(`${saved} $before = apply_filters('woocommerce_persistent_cart_enabled', true); open_link();
      $during = apply_filters('woocommerce_persistent_cart_enabled', true); WC()->cart->empty_cart(); return [$before, $during, lines()];`);
    expect(result).toEqual([true, false, ['7 x 1 = 5']]);
  });

  test('loses lines of checkouts that are over', async () => {
    expect(
      await run(
        `open_link(); WC()->session->set('cartwright_checkout', null); next_request(); return lines();`,
      ),
    ).toEqual([]);
  });
});

describe.skipIf(program === null)('the order', () => {
  const ids =
    "[apply_filters('woocommerce_checkout_customer_id', Shop::$login), apply_filters('woocommerce_checkout_update_customer_data', true), Shop::$cookies]";

  test('is marked with the checkout, and one of another cart is not', async () => {
    const mark =
      "$order = new WC_Order(); do_action('woocommerce_checkout_create_order', $order); return $order->meta;";
    expect(await run(`open_link(); ${mark}`)).toEqual({
      _cartwright_checkout: 'checkout-1',
      _cartwright_return_url: 'https://store.example/thanks?a=1',
    });
    expect(await run(`${own} ${mark}`)).toEqual([]);
    expect(await run(`open_link(); WC()->cart->items = []; ${own} ${mark}`)).toEqual([]);
  });

  test.each([
    ['the customer of the cart', customer, byCustomer, [12, false, ['session']]],
    [
      'nobody, for an account with another e-mail address',
      customer.replace('Ann@', 'Bob@'),
      byCustomer,
      [0, true, ['session']],
    ],
    ['nobody, for an account that is gone', '', byCustomer, [0, true, ['session']]],
    ['nobody, for a guest', customer, '[]', [0, true, ['session']]],
    ['whoever is logged in', `${customer} Shop::$login = 34;`, byCustomer, [34, true, ['session']]],
  ])('belongs to %s', async (_, before, cart, expected) => {
    expect(await run(`${before} open_link(${cart}); return ${ids};`)).toEqual(expected);
  });

  test.each([
    ['a customer', '', 12, 'login of 12'],
    ['nobody with a right to edit', "Site::$users[12]['allcaps']['edit_posts'] = true;", 0, undefined],
    ['no administrator', "Site::$users[12]['roles'] = ['administrator'];", 0, undefined],
    ['nobody over another login', 'Shop::$login = 34;', 34, undefined],
  ])('logs %s in where the shop takes no orders of guests', async (_, before, login, cookie) => {
    const result = await run<[number, string[]]>(
      `${customer} Shop::$required = true; ${before} open_link(${byCustomer}); return [Shop::$login, Shop::$cookies];`,
    );
    expect([result[0], result[1].find((name) => name.startsWith('login'))]).toEqual([login, cookie]);
  });

  const process =
    "do_action('woocommerce_checkout_process'); return [Shop::$notices, WC()->session->get('order_awaiting_payment'), lines()];";
  const waiting = "['checkout-1', 370, 'wc-pending']";
  test.each([
    ['none', '', [[], null, ['1 x 2 = 20']]],
    ['one that waits for its payment, which is continued', waiting, [[], 370, ['1 x 2 = 20']]],
    ['one that was cancelled', "['checkout-1', 370, 'wc-cancelled']", [[], null, ['1 x 2 = 20']]],
    [
      'one that was placed',
      "['checkout-1', 370, 'wc-on-hold']",
      [[['error', 'This cart was already ordered.']], null, ['7 x 3 = 15']],
    ],
    [
      'one with a status of another plugin',
      `['checkout-1', 370, 'wc-packed'], ${waiting}`,
      [[['error', 'This cart was already ordered.']], null, ['7 x 3 = 15']],
    ],
  ])('of a checkout is the only one: there is %s', async (_, orders, expected) => {
    expect(await run(`${own} open_link(); Site::$orders = [${orders}]; ${process}`)).toEqual(expected);
  });

  test('waits for another request that orders the same', async () => {
    const result = await run<unknown[][]>(`${own} open_link(); Site::$fault = 'locked'; ${process}`);
    expect(result[0]).toEqual([['error', 'This cart was already ordered.']]);
  });

  test.each([
    ['the checkout', 'open_link();', 'checkout-1', 0],
    ['another checkout', 'open_link();', 'checkout-0', 1],
    ['the own cart, now that there is a checkout', 'open_link();', '', 1],
    ['a checkout that is over', own, 'checkout-1', 1],
    ['the own cart', own, '', 0],
  ])('from a page with %s', async (_, before, shown, refusals) => {
    const form = `$_POST = ['cartwright_checkout' => '${shown}']; do_action('woocommerce_checkout_process'); return count(Shop::$notices);`;
    expect(await run(`${before} ${form}`)).toBe(refusals);
  });

  test('takes the place of one that waits, when the cart has changed since', async () => {
    const result =
      await run(`open_link(); Site::$orders = [${waiting}, ['checkout-1', 371, 'wc-pending'], ['CHECKOUT-1', 372, 'wc-pending']];
      foreach ([370, 371, 372] as $id) { Shop::$orders[$id] = new WC_Order($id, ['_cartwright_checkout' => 'checkout-1']); }
      do_action('woocommerce_checkout_order_processed', 371, [], Shop::$orders[371]);
      return array_map(fn($order) => $order->status, array_values(Shop::$orders));`);
    expect(result).toEqual(['cancelled', 'pending', 'pending']);
  });

  test('of the block is marked, and gets its customer after WooCommerce has written into the account', async () => {
    const result = await run(`${customer} open_link(${byCustomer}); $order = new WC_Order(9);
      do_action('woocommerce_store_api_checkout_update_order_meta', $order); $draft = $order->get_customer_id();
      do_action('woocommerce_store_api_checkout_order_processed', $order);
      return [$order->get_meta('_cartwright_checkout'), $draft, $order->get_customer_id()];`);
    expect(result).toEqual(['checkout-1', 0, 12]);
  });

  test('may be seen, paid and cancelled without a login by the browser that placed it, and no other', async () => {
    const asked = (id: number, right = 'pay_for_order') =>
      `apply_filters('user_has_cap', [], [], ['${right}', 0, ${id}])`;
    const result =
      await run(`open_link(); foreach ([5, 6] as $id) { Shop::$orders[$id] = new WC_Order($id, ['_cartwright_checkout' => 'checkout-1']); }
      do_action('woocommerce_checkout_order_processed', 5, [], null);
      $seen = function ($id, $key) { $GLOBALS['wp'] = (object) ['query_vars' => ['order-received' => "$id"]]; $_GET = ['key' => $key];
        return !apply_filters('woocommerce_order_received_verify_known_shoppers', true); };
      return [${asked(5)}, ${asked(5, 'cancel_order')}, ${asked(6)}, ${asked(5, 'edit_posts')}, $seen(5, 'key5'), $seen(5, 'other'), $seen(6, 'key6')];`);
    expect(result).toEqual([{ pay_for_order: true }, { cancel_order: true }, [], [], true, false, false]);
  });

  test('has a link back', async () => {
    const { printed } = await request(`${shop} open_link();
      Shop::$orders[5] = new WC_Order(5, ['_cartwright_checkout' => 'checkout-1', '_cartwright_return_url' => 'https://store.example/thanks?a=1&b="']);
      do_action('woocommerce_thankyou', 5); Shop::$orders[6] = new WC_Order(6); do_action('woocommerce_thankyou', 6);`);
    expect(printed).toBe(
      '<p class="cartwright-return"><a class="button wp-element-button" href="https://store.example/thanks?a=1&amp;b=&quot;&amp;checkout=checkout-1">Continue shopping</a></p>',
    );
  });
});

describe.skipIf(program === null)('GET /checkouts', () => {
  const asked = (question: string, orders = '', more = '') =>
    run<unknown>(`Site::$orders = [${orders}]; ${more} return ask('/checkouts', ['ids' => ${question}]);`);

  test('has the order of each checkout: one that was placed before others, then the newest', async () => {
    const orders = `['a', 1, 'wc-processing'], ['a', 2, 'wc-pending'], ['b', 3, 'wc-cancelled'], ['b', 4, 'wc-failed'], ['b', 5, 'trash'],
      ['A', 6, 'wc-completed'], ['c', 7, 'trash'], ['d', 8, 'wc-packed'], ['e', 9, 'wc-pending']`;
    expect(await asked("'a,b,c,d'", orders)).toEqual({
      checkouts: [
        { id: 'd', order: 8, status: 'packed' },
        { id: 'b', order: 4, status: 'failed' },
        { id: 'a', order: 1, status: 'processing' },
      ],
    });
  });

  test.each(["''", "'a,,b'", "'a b'", '"a\'"', '"a\\n"', "implode(',', range(1, 51))"])(
    'refuses the ids %s',
    async (question) => {
      expect(await asked(question)).toEqual({ code: 'cartwright_bad_ids', status: 400 });
    },
  );

  test('is for those who manage the shop, and says so when the database fails', async () => {
    expect(await asked("'a'", '', 'Site::$manager = false;')).toEqual({
      code: 'rest_forbidden',
      status: 401,
    });
    expect(await asked("'a'", '', "Site::$fault = 'away';")).toEqual({
      code: 'cartwright_orders_unknown',
      status: 503,
    });
  });
});

test.skipIf(program === null)('nothing that goes wrong in the checkout reaches the shop', async () => {
  const broken = ['WC', 'wc_get_order', 'esc_html', 'query', 'suppress_errors'];
  for (const one of broken) {
    const result = await run<unknown[]>(
      `open_link(); $item = current(WC()->cart->get_cart()); $GLOBALS['wp'] = (object) ['query_vars' => ['order-received' => '5']]; $_GET = ['key' => 'k'];
       Site::$broken = ['${one}']; $values = [];
       foreach (['woocommerce_pre_remove_cart_item_from_session' => false, 'woocommerce_checkout_customer_id' => 0, 'woocommerce_persistent_cart_enabled' => true,
         'woocommerce_order_received_verify_known_shoppers' => true, 'user_has_cap' => ['read' => true]] as $hook => $value) { $values[] = fire($hook, $value, 'k', $item) === $value || '${one}' !== 'WC'; }
       foreach (['woocommerce_checkout_process', 'woocommerce_before_cart_emptied', 'woocommerce_cart_emptied', 'woocommerce_load_cart_from_session',
         'woocommerce_store_api_checkout_update_customer_from_request', 'woocommerce_thankyou', 'woocommerce_checkout_order_processed'] as $hook) { fire($hook, 5); }
       fire('woocommerce_checkout_create_order', new WC_Order()); fire('woocommerce_checkout_create_order_line_item', new WC_Order(), 'k', $item);
       fire('woocommerce_before_calculate_totals', new WC_Cart()); fire('woocommerce_get_item_data', [], $item); return $values;`,
    );
    expect(result).toEqual(Array(5).fill(true));
  }
});

test.skipIf(program === null)(
  'a function of WordPress that throws shows the page, without details',
  async () => {
    const { page, sent } = await run<{ page: string; sent: unknown[] }>(
      "Site::$broken = ['get_woocommerce_currency']; return ['page' => open_link(), 'sent' => Shop::$sent];",
    );
    expect(sent).toEqual([500]);
    expect(page).toContain('cannot be opened');
    expect(page).not.toContain('broken');
  },
);

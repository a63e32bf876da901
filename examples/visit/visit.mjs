// The requests of a storefront, from the first product list to the totals, on the demo shop of `npm start`:
//
//   node examples/visit/visit.mjs http://127.0.0.1:8080
//
// Needs Node 18 or later; a browser can send the same requests. docs/reference/cart.md describes the routes.

const [, , shop = 'http://127.0.0.1:8080'] = process.argv;
const say = (text) => process.stdout.write(`${text}\n`);

/** The key that gives access to the cart. A page stores the key, for example in `localStorage`. */
let cartKey = '';

/** Sends a request, and prints the messages for the shopper: notices, or the sentence of a refusal. */
async function ask(method, path, body) {
  const response = await fetch(shop + path, {
    method,
    headers: {
      'Content-Type': 'application/json',
      ...(cartKey && { 'Cart-Key': cartKey }),
    },
    body: body && JSON.stringify(body),
  });
  cartKey = response.headers.get('Cart-Key') ?? cartKey;
  const answer = await response.json();
  if (!response.ok) say(`  refused (${answer.code}): ${answer.message}`);
  for (const [kind, sentences] of Object.entries(answer.notices ?? {})) {
    for (const sentence of sentences) say(`  ${kind}: ${sentence}`);
  }
  return answer;
}

say('Coffee, the cheapest first:');
const list = await ask('GET', '/v2/products?category=coffee&type=variable&orderby=price&order=asc');
const [coffee] = list.products;
const options = Object.entries(coffee.attributes).filter(([, attribute]) => attribute.used_for_variation);
say(`  ${coffee.name}, from ${coffee.prices.price}`);
for (const [key, { name, options: slugs }] of options) {
  say(`  ${name} (${key}): ${Object.keys(slugs).join(', ')}`);
}

say('Put in without choosing, then with the first of each option:');
await ask('POST', '/v2/cart/add-item', { id: String(coffee.id) });
const variation = Object.fromEntries(
  options.map(([key, { options: slugs }]) => [key, Object.keys(slugs)[0] ?? '']),
);
const added = await ask('POST', '/v2/cart/add-item', { id: String(coffee.id), quantity: '2', variation });
const [line] = Object.values(added.items);
say(`  ${line.quantity.value} × ${line.name}, ${line.price} each, at most ${line.quantity.max_purchase}`);

say('One more, then out with it, and back again:');
await ask('POST', `/v2/cart/item/${line.item_key}`, { quantity: '3' });
const { removed_items: removed } = await ask('DELETE', `/v2/cart/item/${line.item_key}`);
say(`  can be brought back: ${removed.map(({ name }) => name).join(', ')}`);
await ask('PUT', `/v2/cart/item/${line.item_key}`);

say('An address, with a postcode that is none:');
const address = { first_name: 'Ana', last_name: 'Vermeer', address_1: 'Singel 1', city: 'Amsterdam' };
const { customer } = await ask('POST', '/v2/cart/update', {
  namespace: 'update-customer',
  data: { ...address, country: 'NL', postcode: '1', email: 'ana@example.com' },
});
say(`  ${customer.billing_address.billing_first_name} in ${customer.billing_address.billing_city}`);

say('Two mugs and one coffee less, in one request:');
await ask('POST', '/batch', {
  validation: 'require-all-validate',
  requests: [
    { method: 'POST', path: '/v2/cart/add-item', body: { id: 'KC-DAWN', quantity: '2' } },
    { method: 'POST', path: `/v2/cart/item/${line.item_key}`, body: { quantity: '2' } },
  ],
});

say('A coupon that there is not, and one that there is:');
await ask('POST', '/v2/cart/apply-coupon', { code: 'nosuch' });
const { coupons, shipping } = await ask('POST', '/v2/cart/apply-coupon', { code: 'WELCOME10' });
for (const { label, saving_html: saving } of coupons) say(`  ${label}, ${saving}`);

say('Ways to ship it, of which one is chosen:');
const { rates, formatted_destination: destination } = shipping.packages.default;
say(`  to ${destination}`);
for (const { key, html, chosen_method: isChosen } of Object.values(rates)) {
  say(`  ${isChosen ? '*' : ' '} ${html} (${key})`);
}
await ask('POST', '/v2/cart/set-shipping-method', { rate_id: 'local_pickup:3' });

const mini = await ask('GET', '/v2/cart/mini');
say(`The small basket: ${mini.item_count} pieces, ${mini.totals.total} ${mini.currency.currency_code}`);
const totals = await ask('GET', '/v2/cart/totals?html=true');
const { discount_total: discount, shipping_total: postage, total, total_tax: tax } = totals;
say(`To pay: ${total}, of which ${tax} tax; ${discount} less before tax, ${postage} for shipping`);

// Does what another open tab of a storefront does: receives each change of the cart and reads the cart again.
//
//   node examples/visit/tab.mjs http://127.0.0.1:8080 KEY
//
// KEY is the header `Cart-Key` of any answer about the cart. In a browser, `EventSource` can receive the changes
// (docs/live-carts.md).

const [, , shop = 'http://127.0.0.1:8080', cartKey = ''] = process.argv;

const { body } = await fetch(`${shop}/v2/cart/events?cart_key=${cartKey}`);
let text = '';
for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
  const events = (text + chunk).split('\n\n');
  text = events.pop() ?? '';
  if (!events.some((event) => event.startsWith('event: cart'))) continue;
  const basket = await fetch(`${shop}/v2/cart/mini`, { headers: { 'Cart-Key': cartKey } });
  const { item_count: pieces, totals, currency } = await basket.json();
  process.stdout.write(`${pieces} pieces, ${totals.total} ${currency.currency_code}\n`);
}

// Tests the hooks with each supported version of React in a document, against a stand-in of a shop.
import { beforeAll, describe, expect, test } from 'vitest';
import { bundleWith, onServer, openPage, type Page, type versions } from './react.fixture.ts';
import { openTeaShop, until } from './shop.fixture.ts';

type Cart = ReturnType<Page['useCart']>;
type Session = ReturnType<Page['useSession']>;
type Options = Partial<Parameters<Page['createClient']>[0]>;

const added = 'POST /v2/cart/add-item';
const changed = 'POST /v2/cart/item/tea';
const credentials = { username: 'ann', password: 'a long password' };

/** Shows the cart of a shop: `2 pieces`, with `…` while a change waits and the code of an error. */
async function openCart(bundle: string, options: Options = {}) {
  const shop = await openTeaShop();
  const page = await openPage(bundle);
  const client = page.createClient({ url: shop.url, ...options });
  let cart: Cart | undefined;
  /** Each text that was shown, without repetitions. */
  const texts: string[] = [];
  const CartView = () => {
    cart = page.useCart();
    const pieces = cart.loading ? 'loading' : `${cart.cart?.item_count ?? 'no'} pieces`;
    const text = `${pieces}${cart.pending ? ' …' : ''}${cart.error ? ` ${cart.error.code}` : ''}`;
    if (texts.at(-1) !== text) texts.push(text);
    return page.createElement('p', null, text);
  };
  const remove = page.show(CartView, client);
  const shows = (text: string) => until(() => expect(page.text()).toBe(text));
  const hook = () => {
    if (!cart) throw new Error('The cart is not shown.');
    return cart;
  };
  await shows('1 pieces');
  await until(() => expect(shop.streams()).toBe(1));
  return { shop, page, client, hook, shows, texts, remove };
}

describe.each<keyof typeof versions>(['React 18', 'React 19'])('%s', (version) => {
  let bundle: string;
  beforeAll(async () => {
    bundle = await bundleWith(version);
  });

  test('an item is counted before the shop answers, and its amount comes with the answer', async () => {
    const { shop, hook, shows, texts } = await openCart(bundle);
    shop.hold(added);
    const adding = hook().addItem({ id: 7, quantity: 2 });
    await shows('3 pieces …');
    expect(hook().cart?.items.tea?.quantity.value).toBe(3);
    expect(hook().cart?.money.total.minor).toBe(200);
    await shop.release(added);
    expect(await adding).toBe(true);
    await shows('3 pieces');
    expect(hook().cart?.money.total.minor).toBe(600);
    expect(texts).toEqual(['loading', '1 pieces', '3 pieces …', '3 pieces']);
  });

  test('quantities and removals are shown at once, are sent in their order, and are taken back one by one', async () => {
    const { shop, hook, shows, texts } = await openCart(bundle);
    shop.hold(changed);
    shop.refuseNext('DELETE /v2/cart/item/tea', 409, 'service_cart_error');
    const raising = hook().setQuantity('tea', 5);
    await shows('5 pieces …');
    const removing = hook().removeItem('tea');
    await shows('0 pieces …');
    expect(hook().cart?.items).toEqual({});
    const before = shop.routes();
    expect(before.filter((route) => route.startsWith('DELETE'))).toEqual([]);
    await shop.release(changed);
    expect(await Promise.all([raising, removing])).toEqual([true, false]);
    await shows('5 pieces service_cart_error');
    expect(texts.slice(1)).toEqual(['1 pieces', '5 pieces …', '0 pieces …', '5 pieces service_cart_error']);
    await hook().setQuantity('tea', 4);
    await shows('4 pieces');
  });

  test('a refused change is taken back, and the cart is read again', async () => {
    const { shop, hook, shows } = await openCart(bundle);
    // The stock went to somebody else, whose event is lost.
    shop.changeElsewhere(2, false);
    shop.refuseNext(added, 409, 'service_not_enough_in_stock');
    expect(await hook().addItem({ id: 8 })).toBe(false);
    expect(hook().error?.is('service_not_enough_in_stock')).toBe(true);
    await shows('2 pieces service_not_enough_in_stock');
  });

  test('a reading ends the error of an earlier reading, and only a new attempt or `dismiss` that of a change', async () => {
    const { shop, hook, shows } = await openCart(bundle);
    shop.refuseNext('GET /v2/cart', 400, 'service_cart_error');
    await hook().refresh();
    await shows('1 pieces service_cart_error');
    await hook().refresh();
    await shows('1 pieces');
    shop.refuseNext(added, 409, 'service_not_enough_in_stock');
    await hook().addItem({ id: 8 });
    await hook().refresh();
    await shows('1 pieces service_not_enough_in_stock');
    hook().dismiss();
    await shows('1 pieces');
  });

  test('an older answer that comes late is not shown', async () => {
    const { shop, hook, shows, texts } = await openCart(bundle);
    shop.hold('GET /v2/cart');
    shop.changeElsewhere(2);
    await shop.held('GET /v2/cart');
    await hook().setQuantity('tea', 9);
    await shows('9 pieces');
    await shop.release('GET /v2/cart');
    await hook().refresh();
    await shows('9 pieces');
    expect(texts).not.toContain('2 pieces');
  });

  test('another device is noticed at once, also one with a new cart; an own change is not read again', async () => {
    const { shop, hook, shows } = await openCart(bundle);
    await hook().setQuantity('tea', 3);
    const before = shop.routes();
    shop.tell();
    shop.changeElsewhere(4);
    await shows('4 pieces');
    expect(shop.routes().slice(before.length)).toEqual(['GET /v2/cart']);
    // The cart expired while this tab had no connection. Revisions of the next one begin anew.
    shop.restart(6);
    shop.tell('cart.current');
    await shows('6 pieces');
  });

  test('an event during a change is not lost', async () => {
    const { shop, hook, shows } = await openCart(bundle);
    shop.hold(changed);
    const changing = hook().setQuantity('tea', 2);
    await shop.held(changed);
    shop.changeElsewhere(8);
    await shop.release(changed);
    await changing;
    await shows('8 pieces');
  });

  test('a login and a logout show the cart and the name of who is here, never of who was', async () => {
    const { shop, page, client, shows } = await openCart(bundle);
    let session: Session | undefined;
    const Name = () => {
      session = page.useSession();
      const { customer, loading, error } = session;
      return page.createElement(
        'b',
        null,
        `, ${loading ? '?' : (customer?.user.display_name ?? error?.code ?? 'nobody')}`,
      );
    };
    page.show(Name, client);
    await shows('1 pieces, nobody');
    shop.refuseNext('POST /v2/login', 401, 'service_authentication_error');
    expect(await session?.login(credentials)).toBe(false);
    await shows('1 pieces, service_authentication_error');
    session?.dismiss();
    await shows('1 pieces, nobody');
    shop.hold('GET /v2/cart');
    expect(await session?.login(credentials)).toBe(true);
    expect(session?.customer?.user.display_name).toBe('Ann');
    await shows('loading, Ann');
    await shop.release('GET /v2/cart');
    await shows('1 pieces, Ann');
    shop.refuseNext('GET /v2/my-account', 400, 'rest_invalid_param');
    await session?.refresh();
    expect(session?.error?.code).toBe('rest_invalid_param');
    await session?.refresh();
    expect(session?.error).toBeNull();
    expect(await session?.logout()).toBe(true);
    await shows('1 pieces, nobody');
  });

  test('a logout in another tab is noticed', async () => {
    const shop = await openTeaShop();
    const page = await openPage(bundle);
    const { localStorage } = page.window;
    const storage = page.webStorage(localStorage);
    storage.set('access-token', 'a');
    const client = page.createClient({ url: shop.url, storage, tokenStorage: storage });
    const Name = () => {
      const { customer, isLoggedIn } = page.useSession();
      return page.createElement('b', null, isLoggedIn ? (customer?.user.display_name ?? '?') : 'nobody');
    };
    page.show(Name, client);
    await until(() => expect(page.text()).toBe('Ann'));
    localStorage.removeItem('cartwright.access-token');
    const event = { key: 'cartwright.access-token', oldValue: 'a', newValue: null };
    page.window.dispatchEvent(Object.assign(new page.window.Event('storage'), event));
    await until(() => expect(page.text()).toBe('nobody'));
  });

  test('a list follows its filters, keeps its products meanwhile, ignores late answers, and can be read again', async () => {
    const shop = await openTeaShop();
    const page = await openPage(bundle);
    const client = page.createClient({ url: shop.url });
    let list: ReturnType<Page['useProducts']> | undefined;
    let choose: (category: string) => void = () => {};
    const List = () => {
      const [category, setCategory] = page.useState('tea');
      choose = setCategory;
      list = page.useProducts({ category });
      const { data, loading, error } = list;
      const name = data?.products[0]?.name ?? 'none';
      return page.createElement('p', null, `${name}${loading ? ' …' : ''}${error ? ` ${error.code}` : ''}`);
    };
    const shows = (text: string) => until(() => expect(page.text()).toBe(text));
    shop.hold('GET /v2/products?category=cups');
    page.show(List, client);
    await shows('category=tea');
    choose('cups');
    await shows('category=tea …');
    await shop.held('GET /v2/products?category=cups');
    choose('pots');
    await shows('category=pots');
    await shop.release('GET /v2/products?category=cups');
    shop.refuseNext('GET /v2/products?category=pots', 400, 'rest_invalid_param');
    list?.reload();
    await shows('category=pots rest_invalid_param');
    list?.reload();
    await shows('category=pots');
    const tries = shop.routes().filter((route) => route.endsWith('pots'));
    expect(tries).toHaveLength(3);
    // A customer may have other products and prices.
    await client.login(credentials);
    await until(() => expect(shop.routes().at(-1)).toBe('GET /v2/products?category=pots'));
  });

  test('a page that a server has read is shown without a request, and replaced when the query changes', async () => {
    const shop = await openTeaShop();
    const page = await openPage(bundle);
    const client = page.createClient({ url: shop.url });
    const initial = await client.products.list({ category: 'tea' });
    let choose: (category: string) => void = () => {};
    const List = () => {
      const [category, setCategory] = page.useState('tea');
      choose = setCategory;
      const { data, loading } = page.useProducts({ category }, { initial });
      return page.createElement('p', null, `${data?.products[0]?.name}${loading ? ' …' : ''}`);
    };
    page.show(List, client);
    await until(() => expect(page.text()).toBe('category=tea'));
    expect(shop.routes()).toHaveLength(1);
    choose('cups');
    await until(() => expect(page.text()).toBe('category=cups'));
    expect(shop.routes()).toHaveLength(2);
  });

  test('when no component shows the cart, its stream is closed', async () => {
    const { shop, remove } = await openCart(bundle);
    remove();
    await until(() => expect(shop.streams()).toBe(0));
  });

  test('a server renders without a document and without requests, and the browser takes its page over', async () => {
    const shop = await openTeaShop();
    const server = await onServer(bundle);
    const pageOf = (harness: typeof server) => {
      const View = () => {
        const { cart, loading } = harness.useCart();
        const { customer, loading: isUnknown } = harness.useSession();
        const { data } = harness.useProducts({ category: 'tea' });
        const text = [loading, cart?.item_count, isUnknown, customer, data?.total_products].join();
        return harness.createElement('p', null, text);
      };
      const client = harness.createClient({
        url: shop.url,
        storage: harness.webStorage(() => localStorage),
      });
      return harness.createElement(harness.ShopProvider, { client }, harness.createElement(View));
    };
    const html = server.renderToString(pageOf(server));
    expect(html).toBe('<p>true,,true,,</p>');
    expect(shop.routes()).toEqual([]);

    const page = await openPage(bundle);
    page.body.innerHTML = html;
    const problems: unknown[] = [];
    const hydrated = page.hydrateRoot(page.window.document.body as never, pageOf(page), {
      onRecoverableError: (error) => void problems.push(error),
    });
    await until(() => expect(page.text()).toBe('false,1,false,,1'));
    expect(problems).toEqual([]);
    hydrated.unmount();
  });

  test('a hook outside of a provider says what is missing', async () => {
    const server = await onServer(bundle);
    const View = () => server.createElement('p', null, String(server.useCart().loading));
    expect(() => server.renderToString(server.createElement(View))).toThrow('needs a <ShopProvider');
  });
});

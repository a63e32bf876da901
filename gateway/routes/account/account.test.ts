import { beforeAll, describe, expect, test } from 'vitest';
import { natsFixture } from '#testing/engines.ts';
import { GatewayFixture } from '#testing/gateway/fixture.ts';
import { aCart } from '#testing/gateway/samples.ts';

const site = new GatewayFixture(natsFixture(), { TRUSTED_PROXIES: '127.0.0.1' });
const secure = { 'X-Forwarded-Proto': 'https' };
const customer = { ...secure, Authorization: `Basic ${btoa('ann:secret')}` };
const password = 'correct horse battery';

beforeAll(() => {
  site.fakes.auth.known.set('ann:secret', {
    account: 7,
    role: 'customer',
    manages: 'nothing',
    trusted: false,
    generation: 0,
  });
});

/** Returns the last request for this operation that a service received. */
const heard = (name: string) => site.fakes.heard.findLast(({ operation }) => operation === name);

describe.each(['', '/wp-json/cocart'])('on the mount "%s"', (mount) => {
  const post = (path: string, body: object, headers: Record<string, string> = secure) =>
    site.send('POST', `${mount}${path}`, {
      body: JSON.stringify(body),
      headers: { 'Content-Type': 'application/json', ...headers },
    });

  test('a registration is answered like a login, and transfers the guest’s cart', async () => {
    const body = { email: 'new@shop.example', requested_password: password };
    const cart = { ...secure, 'Cart-Key': 't_0123456789abcdef0123456789abcdef' };
    const { status, body: answer } = await post('/v2/register', body, cart);
    expect([status, answer.success]).toEqual([201, true]);
    expect(heard('auth.register-account')?.request).toMatchObject({ username: body.email, ...{ password } });
    expect(heard('auth.log-in')?.request).toMatchObject({ method: 'basic_auth', request: { body: {} } });
    expect(heard('cart.read')).toBeDefined();
  });

  test('a registration that hides which accounts exist logs nobody in', async () => {
    site.fakes.auth.hidesAccounts = true;
    site.fakes.heard.length = 0;
    const body = { email: 'new@shop.example', requested_password: password };
    const { status, body: answer, headers } = await post('/v2/register', body);
    site.fakes.auth.hidesAccounts = false;
    expect([status, answer]).toEqual([
      201,
      { message: 'Please follow the message that is sent to this e-mail address.' },
    ]);
    expect(headers.get('Cart-Key')).toBe(null);
    expect(heard('auth.log-in')).toBeUndefined();
  });

  test('a login and a registration name the pieces of the guest’s cart that did not fit', async () => {
    const left = 'You cannot have 5 of "Vase": your cart has 3.';
    site.fakes.cart = aCart({ notices: [{ kind: 'error', text: left }] });
    const key = { 'Cart-Key': 't_0123456789abcdef0123456789abcdef' };
    const body = { email: 'new@shop.example', requested_password: password };
    const answers = [
      await post('/v2/login', {}, { ...customer, ...key }),
      await post('/v2/login', { username: 'ann', password: 'secret' }, { ...secure, ...key }),
      await post('/v2/register', body, { ...secure, ...key }),
    ];
    expect(answers.map((answer) => answer.body.notices)).toEqual(answers.map(() => ({ error: [left] })));
    // The next answer about the cart shows them again.
    expect(heard('cart.read')?.request).toEqual({ keepNotices: true });
    expect((await post('/v2/login', {}, customer)).body).not.toHaveProperty('notices');
    site.fakes.cart = aCart();
    expect((await post('/v2/login', {}, { ...customer, ...key })).body).not.toHaveProperty('notices');
  });

  test('a registration is refused if the shop does not allow registration', async () => {
    site.fakes.auth.mayRegister = false;
    const refused = await post('/v2/register', { email: 'new@shop.example', requested_password: password });
    site.fakes.auth.mayRegister = true;
    expect([refused.status, refused.body.code]).toEqual([
      403,
      `${mount === '' ? 'service' : 'cocart'}_registration_disabled`,
    ]);
    expect(heard('auth.log-in')).toBeUndefined();
  });

  test.each([
    [{ requested_password: 'short' }, 'requested_password'],
    [{ requested_username: '1000000001' }, 'requested_username'],
    [{ requested_username: 'other@shop.example' }, 'requested_username'],
    [{ requested_username: '+44 7700 900123' }, 'requested_username'],
    [{ requested_username: 'ck_1' }, 'requested_username'],
    [{ requested_username: 'a\u0007b' }, 'requested_username'],
    [{ email: 'nobody' }, 'email'],
  ])('%j is refused', async (change, name) => {
    const given = { email: 'new@shop.example', requested_password: password, ...change };
    const { status, body } = await post('/v2/register', given);
    expect([status, Object.keys(body.data.params)]).toEqual([400, [name]]);
  });

  test('an account is read and changed by its customer only', async () => {
    const read = await site.get(`${mount}/v2/my-account`, customer);
    expect([read.status, typeof read.body.user.email]).toEqual([200, 'string']);
    const none = await site.get(`${mount}/v2/my-account`);
    expect([none.status, none.body.code]).toEqual([
      403,
      `${mount === '' ? 'service' : 'cocart'}_access_my_account_denied`,
    ]);
    await post('/v2/my-account', { account_first_name: 'Zoë' }, customer);
    expect(heard('auth.change-own-account')?.request).toMatchObject({ change: { firstName: 'Zoë' } });
    await site.send('PATCH', `${mount}/v2/my-account/addresses`, {
      body: JSON.stringify({ shipping_address: { address_1: 'One 1' } }),
      headers: { 'Content-Type': 'application/json', ...customer },
    });
    expect(heard('auth.change-own-account')?.request).toMatchObject({
      addresses: { billing: {}, shipping: { address1: 'One 1' } },
    });
  });

  test('addresses are accepted as they were read, and a cart with room takes them', async () => {
    const { body } = await site.get('/v2/my-account', customer);
    const { billing_address, shipping_address } = body;
    expect(Object.keys(billing_address)).toContain('billing_first_name');
    const given = { billing_address: { ...billing_address, billing_city: 'Utrecht' }, shipping_address };
    const { status } = await site.send('PATCH', '/v2/my-account/addresses', {
      body: JSON.stringify(given),
      headers: { 'Content-Type': 'application/json', Prefer: 'handling=strict', ...customer },
    });
    expect(status).toBe(200);
    expect(heard('auth.change-own-account')?.request).toMatchObject({
      addresses: { billing: { city: 'Utrecht', firstName: billing_address.billing_first_name } },
    });
    expect(heard('cart.change')?.request).toMatchObject({ command: { kind: 'refill-customer' } });
    const inOrder = { first_name: 'Ann', city: 'Gouda', phone: '123' };
    const ofOrder = await site.send('PATCH', '/v2/my-account/addresses', {
      body: JSON.stringify({
        billing_address: { ...inOrder, email: 'ann@example.com' },
        shipping_address: inOrder,
      }),
      headers: { 'Content-Type': 'application/json', Prefer: 'handling=strict', ...customer },
    });
    expect(ofOrder.status).toBe(200);
    const named = { firstName: 'Ann', city: 'Gouda' };
    expect(heard('auth.change-own-account')?.request).toEqual(
      expect.objectContaining({
        addresses: { billing: { ...named, phone: '123', email: 'ann@example.com' }, shipping: named },
      }),
    );
  });

  test('a change of the password needs the old one, and returns new tokens', async () => {
    const change = (again: string) =>
      post(
        '/v2/my-account/change-password',
        { password_current: 'secret', password_1: password, password_2: again },
        customer,
      );
    expect((await change('something else')).status).toBe(400);
    const { status, body } = await change(password);
    expect([status, body.extras.jwt_token]).toEqual([200, 'a-new-token']);
    expect(heard('auth.change-own-password')?.request).toMatchObject({ password, shop: 'Shop' });
  });

  test.each([password, ` ${password} `])(
    'a changed password must differ from the current one: %j',
    async (same) => {
      const given = { password_current: same, password_1: password, password_2: password };
      const { status, body } = await post('/v2/my-account/change-password', given, customer);
      expect([status, body.code, Object.keys(body.data.params)]).toEqual([
        400,
        'rest_invalid_param',
        ['password_1'],
      ]);
      expect(heard('auth.change-own-password')).toBeUndefined();
    },
  );

  test('a new password is set over HTTPS only', async () => {
    expect((await post('/v2/password/forgot', { username: 'ann' })).status).toBe(200);
    const given = { key: 'a-token', password };
    expect((await post('/v2/password/reset', given)).status).toBe(200);
    expect(heard('auth.reset-password')?.request).toMatchObject({
      ...{ token: 'a-token', password, shop: 'Shop' },
    });
    const plain = await post('/v2/password/reset', given, { 'X-Forwarded-Proto': 'http' });
    expect([plain.status, plain.body.code]).toEqual([
      403,
      `${mount === '' ? 'service' : 'cocart'}_https_required`,
    ]);
  });
});

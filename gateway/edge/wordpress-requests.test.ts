import { describe, expect, test } from 'vitest';
import { natsFixture } from '#testing/engines.ts';
import { GatewayFixture } from '../testing/fixture.ts';
import { aLine } from '../testing/samples.ts';
import { plainTarget } from './wordpress-requests.ts';

const site = new GatewayFixture(natsFixture());

test.each([
  ['/?rest_route=/cocart/v2/cart', '/wp-json/cocart/v2/cart'],
  ['/?a=1&rest_route=%2Fcocart%2Fv2%2Fcart%2F&b[]=2', '/wp-json/cocart/v2/cart/?a=1&b[]=2'],
  ['/index.php?rest_route=/cocart/v2/products/a%3Fb%23c', '/wp-json/cocart/v2/products/a%3Fb%23c'],
  ['/?rest_route=/cocart/v2/products/..%2F..', '/wp-json/cocart/v2/products/../..'],
  ['/?rest_route=cocart', '/?rest_route=cocart'],
  ['/?rest_route=%', '/?rest_route=%'],
  ['/v2/cart?rest_route=/cocart/v2/products', '/v2/cart?rest_route=/cocart/v2/products'],
  ['/', '/'],
])('the target %s means %s', (target, meant) => {
  expect(plainTarget(target)).toBe(meant);
});

test('a request with rest_route is handled like the plain request', async () => {
  const { status, body } = await site.get('/?rest_route=/cocart/v2/products/13&_fields=id');
  expect([status, body]).toEqual([200, { id: 13 }]);
  const added = await site.add({ id: '13' }, {}, '/?rest_route=/cocart/v2/cart/add-item');
  expect([added.status, Array.isArray(added.body.items)]).toEqual([200, true]);
});

describe('a POST request that stands for another method', () => {
  const item = `/wp-json/cocart/v2/cart/item/${aLine().key}`;
  const plain = `/?rest_route=/cocart/v2/cart/item/${aLine().key}`;
  const override = (named: string) => ({ 'X-HTTP-Method-Override': named });
  const json = { 'Content-Type': 'application/json' };

  /** Returns the kind of command that the cart service got from a request, or the status of a refusal. */
  async function effectOf(method: string, path: string, headers: Record<string, string> = {}) {
    site.fakes.heard.length = 0;
    const answer = await site.send(method, path, { headers: { ...json, ...headers }, body: '{}' });
    if (answer.status !== 200) return answer.status;
    return (site.fakes.last.request as { command: { kind: string } }).command.kind;
  }

  test.each([
    [item, override('DELETE'), 'remove-line'],
    [item, override('delete'), 'remove-line'],
    [item, override('PUT'), 'restore-line'],
    [item, override('Patch'), 'restore-line'],
    [`${item}?_method=DELETE`, {}, 'remove-line'],
    [`${item}?a=1&_method=put`, {}, 'restore-line'],
    [`${item}?%5fmethod=delete`, {}, 'remove-line'],
    [`${item}?_method=PUT&_method=DELETE`, {}, 'remove-line'],
    [`${plain}&_method=DELETE`, {}, 'remove-line'],
    [plain, override('DELETE'), 'remove-line'],
    // The header comes first.
    [`${item}?_method=DELETE`, override('PUT'), 'restore-line'],
    [`/${item}`, override('DELETE'), 'remove-line'],
  ])('POST %s with %j is this method', async (path, headers, kind) => {
    expect(await effectOf('POST', path, headers)).toBe(kind);
  });

  test.each([
    // A change of a quantity without its quantity is 400.
    ['POST', item, override('GET'), 400],
    ['POST', item, override('OPTIONS'), 400],
    ['POST', item, override('HEAD'), 400],
    ['POST', item, override('DELETE, PUT'), 400],
    ['POST', `${item}?_method=%`, {}, 400],
    ['POST', `${item}?_method[]=DELETE`, {}, 400],
    ['POST', `${item}?_method=DELETE`, override('NONE'), 400],
    ['PUT', item, override('DELETE'), 'restore-line'],
    ['DELETE', `${item}?_method=PUT`, override('PUT'), 'remove-line'],
    ['POST', item.replace('/wp-json/cocart', ''), override('DELETE'), 400],
    ['POST', `${item.replace('/wp-json/cocart', '')}?_method=DELETE`, {}, 400],
  ])('%s %s with %j stays what it is', async (method, path, headers, effect) => {
    expect(await effectOf(method, path, headers)).toBe(effect);
  });

  test('GET stays GET and is cached, and a strict request may use the parameter', async () => {
    const read = '/wp-json/cocart/v2/products/13';
    for (const _again of [1, 2]) {
      const { status, body } = await site.get(`${read}?_method=DELETE`, override('DELETE'));
      expect([status, body.id]).toEqual([200, 13]);
    }
    expect(await effectOf('POST', `${item}?_method=DELETE`, { Prefer: 'handling=strict' })).toBe(
      'remove-line',
    );
  });

  test('has the idempotency of the other method', async () => {
    const key = { 'Idempotency-Key': 'hidden' };
    const digests = [];
    for (const [method, path, headers] of [
      ['DELETE', item, {}],
      ['POST', item, override('DELETE')],
      ['POST', `${item}?_method=DELETE`, {}],
    ] as const) {
      await site.send(method, path, { headers: { ...key, ...headers } });
      digests.push((site.fakes.last.request as { once: { digest: string } }).once.digest);
    }
    expect(new Set(digests).size).toBe(1);
  });

  test('may come from a page of another origin', async () => {
    const { headers } = await site.get('/wp-json/cocart/v2/cart');
    expect(headers.get('Access-Control-Allow-Headers')?.split(', ')).toContain('X-HTTP-Method-Override');
  });
});

import { describe, expect, test } from 'vitest';
import { natsFixture } from '#testing/engines.ts';
import { GatewayFixture } from '#testing/gateway/fixture.ts';
import { routes } from '../routes/all-routes.ts';
import { isOfDialect } from '../routing/route.ts';

const site = new GatewayFixture(natsFixture());

describe('the index', () => {
  test.each(['/wp-json', '/wp-json/', '/?rest_route=/', '/index.php?rest_route=%2F'])(
    'at %s contains the shop, the namespaces and every route',
    async (path) => {
      const { status, body } = await site.get(path);
      expect(status).toBe(200);
      expect(body).toMatchObject({
        name: 'Shop',
        url: 'https://shop.example',
        home: 'https://shop.example',
        namespaces: ['cocart', 'cocart/v1', 'cocart/v2'],
        authentication: [],
      });
      const ofCoCart = routes.filter((one) => isOfDialect(one, { name: 'cocart' }));
      expect(Object.keys(body.routes)).toHaveLength(new Set(ofCoCart.map((one) => one.path)).size);
      expect(body.routes['/cocart/v2/cart/add-item']).toMatchObject({
        namespace: 'cocart/v2',
        methods: ['POST'],
        endpoints: [
          {
            methods: ['POST'],
            args: {
              id: { type: 'string', required: true, description: expect.stringMatching(/SKU/) },
              quantity: { default: '1', required: false },
              cart_key: { required: false },
            },
          },
        ],
        _links: { self: [{ href: 'https://api.example/wp-json/cocart/v2/cart/add-item' }] },
      });
    },
  );

  test.each([
    ['/wp-json/cocart/v2', 'cocart/v2', '/cocart/v2/cart/item/(?P<item_key>[^/]+)', '/cocart/v1/add-item'],
    ['/wp-json/cocart/v1/', 'cocart/v1', '/cocart/v1/add-item', '/cocart/v2/cart'],
    ['/wp-json/cocart', 'cocart', '/cocart/batch', '/cocart/v2/cart'],
    ['/v2', 'v2', '/v2/cart/item/(?P<item_key>[^/]+)', '/v1/add-item'],
    ['/v1', 'v1', '/v1/add-item', '/v2/cart'],
  ])('%s describes the routes of its namespace', async (path, namespace, has, hasNot) => {
    const { status, body } = await site.get(path);
    expect([status, body.namespace]).toEqual([200, namespace]);
    expect(Object.keys(body.routes)).toContain(has);
    expect(Object.keys(body.routes)).not.toContain(hasNot);
  });

  test.each(['/wp-json/wc/v3', '/wp-json/cocart/v9', '/wp-json/x', '/cocart'])(
    '%s is no namespace, so it is refused',
    async (path) => {
      expect((await site.get(path)).status).toBeGreaterThanOrEqual(400);
    },
  );
});

describe.each([
  ['', 'service', ', PATCH'],
  ['/wp-json/cocart', 'cocart', ''],
] as const)('on the mount %j', (mount, dialect, patch) => {
  test('OPTIONS returns the methods, the arguments and the schema of a route', async () => {
    const { status, body, headers } = await site.send('OPTIONS', `${mount}/v2/cart`);
    expect([status, headers.get('Allow')]).toEqual([200, `OPTIONS, HEAD, GET, POST${patch}`]);
    expect(body).toMatchObject({ schema: { title: 'cartV2', type: 'object' } });
    expect(body.schema.properties).toHaveProperty('cart_key');
    expect(body.endpoints[0].args).toHaveProperty('cart_key');
  });

  test('OPTIONS describes every route', async () => {
    for (const { path, method } of routes.filter((one) => isOfDialect(one, { name: dialect }))) {
      const { status, body } = await site.send('OPTIONS', mount + path.replaceAll(/:\w+/g, '7'));
      expect([path, status]).toEqual([path, 200]);
      expect(body.methods.length, `${method} ${path}`).toBeGreaterThan(0);
    }
  });

  test.each(['/v2/products/13', '/v2/cart', '/v1/get-cart', '/v2/sessions', ''])(
    'HEAD of %j is answered like GET, without a body',
    async (path) => {
      const target = path === '' ? '/wp-json/' : mount + path;
      const [head, read] = [await site.send('HEAD', target), await site.get(target)];
      expect([head.status, head.body]).toEqual([read.status, null]);
      expect(head.headers.get('Content-Type')).toBe(read.headers.get('Content-Type'));
    },
  );
});

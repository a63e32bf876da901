import { beforeEach, describe, expect, test } from 'vitest';
import { natsFixture } from '#testing/engines.ts';
import { GatewayFixture } from '#testing/gateway/fixture.ts';
import { aProduct, aVariation } from '#testing/gateway/samples.ts';
import { until } from '#testing/until.ts';

const site = new GatewayFixture(natsFixture());

/** Makes each test's requests unique, so that no test gets a cached answer of another test. */
let salt = 0;
beforeEach(() => {
  salt += 1;
});
const own = (path: string) => `${path}${path.includes('?') ? '&' : '?'}exclude=${salt}`;
const idsOf = (body: { id: number }[]) => body.map(({ id }) => id);

describe.each(['v1', 'v2'])('variations in %s', (version) => {
  test('are an array with paging headers, empty past the end', async () => {
    site.fakes.lists.variations = [54, 55, 56].map((id) => aVariation({ id }));
    const { body, headers } = await site.get(own(`/${version}/products/13/variations?per_page=2`));
    expect([idsOf(body), headers.get('X-WP-Total'), headers.get('X-WP-TotalPages')]).toEqual([
      [54, 55],
      '3',
      '2',
    ]);
    expect(headers.get('Link')).toContain('page=2>; rel="next"');
    const past = await site.get(own(`/${version}/products/13/variations?page=9`));
    expect([past.status, past.body]).toEqual([200, []]);
  });

  test('of a product without variations, or of an unknown product, are an empty list', async () => {
    for (const id of [999, 0]) {
      const { status, body } = await site.get(own(`/${version}/products/${id}/variations`));
      expect([status, body]).toEqual([200, []]);
    }
  });

  test('are found one by one, below their own product only', async () => {
    expect((await site.get(`/${version}/products/13/variations/54`)).body.id).toBe(54);
    for (const path of ['14/variations/54', '13/variations/999', '13/variations/0']) {
      const { status, body } = await site.get(`/${version}/products/${path}`);
      const answer = [status, body.code, body.data];
      expect(answer).toEqual([404, 'service_product_variation_invalid_id', { status: 404 }]);
    }
  });

  test.each(['abc/variations', 'abc/variations/54', '13/variations/abc', '1.5/variations', '-1/variations'])(
    '%s is not a route',
    async (path) => {
      const { status, body } = await site.get(`/${version}/products/${path}`);
      expect([status, body.code]).toEqual([404, 'rest_no_route']);
      expect(site.fakes.heard).toEqual([]);
    },
  );

  test('are removed from the cache only when their product changes', async () => {
    const path = own(`/${version}/products/13/variations`);
    const witness = own(`/${version}/products`);
    await site.get(path);
    await site.get(witness);
    site.fakes.change(aProduct({ id: 7_777 }));
    await until(async () => (await site.get(witness)).headers.get('CoCart-Cache') === 'MISS');
    expect((await site.get(path)).headers.get('CoCart-Cache')).toBe('HIT');
    site.fakes.change(aProduct());
    await until(async () => (await site.get(path)).headers.get('CoCart-Cache') === 'MISS');
  });
});

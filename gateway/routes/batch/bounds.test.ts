import { describe, expect, test } from 'vitest';
import { refusal } from '#platform/errors/errors.ts';
import { natsFixture } from '#testing/engines.ts';
import { GatewayFixture } from '#testing/gateway/fixture.ts';
import type { Request } from '../../routing/request.ts';
import { service } from '../../views/service.ts';
import { add, Batches, done, mounts, read } from './batch.fixture.ts';
import { responsesOf } from './responses.ts';

const site = new GatewayFixture(natsFixture());
const batches = new Batches(site);

interface Response {
  readonly status: number;
  readonly body: { readonly code?: string; readonly data?: unknown };
}
const times = <T>(count: number, make: (at: number) => T) =>
  Array.from({ length: count }, (_, at) => make(at));
const statuses = (all: readonly Response[]) => all.map(({ status }) => status);

describe.each(mounts)('one batch on %j', (mount) => {
  test('contains the cart for at most ten requests that only read the cart', async () => {
    batches.setResults([done()]);
    const requests = [...times(12, () => read('/v2/cart/items/count')), read('/v2/cart')];
    const { status, body } = await batches.send(requests, { mount });
    expect([status, statuses(body.responses)]).toEqual([200, [...times(10, () => 200), 400, 400, 400]]);
    expect(body.responses[12].body).toMatchObject({
      code: expect.stringMatching(/_batch_too_many_reads$/),
      data: { status: 400, maximum: 10 },
    });
  });

  test('contains the cart for every write', async () => {
    batches.setResults(times(25, () => done()));
    const { body } = await batches.send(
      times(25, () => add('13')),
      { mount },
    );
    expect(body.item_count).toBe(2);
  });

  test.each([
    ['add-items', (items: number) => ({ items: times(items, () => ({ id: '13' })) })],
    [
      'add-items',
      (items: number) => ({ id: '13', quantity: Object.fromEntries(times(items, (at) => [at, '1'])) }),
    ],
    [
      'update',
      (items: number) => ({
        namespace: 'update-cart',
        quantity: Object.fromEntries(times(items, (at) => [`k${at}`, '1'])),
      }),
    ],
  ])('has at most 500 items, by %s', async (name, bodyOf) => {
    batches.setResults(times(6, () => done()));
    const path = `/v2/cart/${name}`;
    const requests = [...times(5, () => ({ path, body: bodyOf(99) })), add('13'), { path, body: bodyOf(5) }];
    const { body } = await batches.send(requests, { mount });
    expect(statuses(body.responses)).toEqual([200, 200, 200, 200, 200, 200, 400]);
    expect(body.responses[6].body).toMatchObject({
      code: expect.stringMatching(/_too_many_parameters$/),
      data: { maximum: 500 },
    });
  });

  test('has at most 500 items, including those of refused requests', async () => {
    batches.setResults([done()]);
    const bad = { path: '/v2/cart/add-items', body: { items: times(200, () => ({ id: {} })) } };
    const { body } = await batches.send([...times(4, () => bad), add('13')], { mount });
    expect(statuses(body.responses)).toEqual([400, 400, 400, 400, 200]);
    const codes = body.responses.map(({ body: { code = '' } }: Response) => code);
    expect(codes[1]).toBe('rest_invalid_param');
    expect(codes[2]).toMatch(/_too_many_parameters$/);
  });

  test('looks up at most three customer ids, and is refused with more before a request to a service', async () => {
    const numbered = (count: number) => times(count, (at) => read(`/v2/cart?cart_key=${100 + at}`));
    expect((await batches.send(numbered(3), { mount })).status).toBe(200);
    expect((await batches.send([...numbered(3), ...numbered(3)], { mount })).status).toBe(200);
    const before = site.fakes.heard.length;
    const { status, body } = await batches.send(numbered(4), { mount });
    expect([status, body.code, Object.keys(body.data.params)]).toEqual([
      400,
      'rest_invalid_param',
      ['requests'],
    ]);
    expect(site.fakes.heard.length).toBe(before);
  });
});

test('other requests run between the answers of a batch', async () => {
  let turns = 0;
  const turn = () => {
    turns += 1;
    running = setImmediate(turn);
  };
  let running = setImmediate(turn);
  const seen: number[] = [];
  const batch = {
    dialect: service,
    get id() {
      seen.push(turns);
      return 'test';
    },
  };
  const refused = { kind: 'refused', error: refusal('rest_no_route', {}) } as const;
  await responsesOf([refused, refused, refused], batch as unknown as Request);
  clearImmediate(running);
  const [first = 0, second = 0, third = 0] = seen;
  expect(seen).toHaveLength(3);
  expect([second > first, third > second]).toEqual([true, true]);
});

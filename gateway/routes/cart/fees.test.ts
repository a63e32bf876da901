import { describe, expect, test } from 'vitest';
import { ServiceError } from '#platform/errors/errors.ts';
import { type ErrorCode, registry } from '#platform/errors/registry.ts';
import { natsFixture } from '#testing/engines.ts';
import { GatewayFixture } from '#testing/gateway/fixture.ts';
import { trustedRequest } from '#testing/gateway/request.ts';
import { memberParameters, urlParameters } from '../../http/body.ts';
import { asDeclared } from '../../routing/declared-answers.ts';
import type { Route } from '../../routing/route.ts';
import { handled } from '../../routing/run.ts';
import { feeRoutes } from './fees.ts';

const site = new GatewayFixture(natsFixture());
const mounts = [
  ['', 'service_'],
  ['/wp-json/cocart', 'cocart_'],
] as const;
const wrap = { name: 'Gift wrap', amount: '2.50' };
const adding = feeRoutes.filter(({ summary }) => summary === 'Add a fee to the cart');
const removing = feeRoutes.filter(({ summary }) => summary === 'Remove all fees from the cart');

/** Returns the requests that a route sends to the cart service for a caller who may set fees. */
async function requestsOf(route: Route, body: object = {}) {
  const requests: unknown[] = [];
  await handled(route, trustedRequest(route, memberParameters({ ...body }), requests));
  return requests;
}

describe.each([
  ['POST', '/v2/cart/add-fee', wrap],
  ['POST', '/v2/cart/remove-fees', {}],
  ['POST', '/v1/fees', wrap],
  ['DELETE', '/v1/fees', {}],
])('%s %s', (method, path, body) => {
  test.each(mounts)('is refused for a guest on %j', async (mount, prefix) => {
    const headers = { 'Content-Type': 'application/json' };
    const answer = await site.send(method, mount + path, { headers, body: JSON.stringify(body) });
    expect([answer.status, answer.body]).toEqual([
      403,
      {
        code: `${prefix}not_allowed`,
        message: 'You are not allowed to set the fees of a cart.',
        data: { status: 403, reason: 'fees' },
      },
    ]);
    expect(site.fakes.heard).toEqual([]);
  });

  test('in a batch is answered in the same way, and the other requests are done', async () => {
    site.fakes.results = [{ ok: true, lineKeys: [], notices: [] }];
    const requests = [
      { method, path, body },
      { method: 'POST', path: '/v2/cart/apply-coupon', body: { code: 'ten' } },
    ];
    const answer = await site.post('/batch', { requests });
    expect(answer.body.responses.map(({ status }: { status: number }) => status)).toEqual([403, 200]);
    expect(site.fakes.last.request).toMatchObject({ commands: [{ kind: 'apply-coupon' }] });
  });
});

test.each([
  [wrap, { name: 'Gift wrap', amount: '2.50', taxable: false, taxClass: '' }],
  [
    { name: ' Rebate ', amount: -2.5, taxable: true, tax_class: 'reduced' },
    { name: 'Rebate', amount: '-2.5', taxable: true, taxClass: 'reduced' },
  ],
  [
    { name: 'Half', amount: '.50' },
    { name: 'Half', amount: '.50', taxable: false, taxClass: '' },
  ],
  [
    { name: 'Five', amount: '-5.' },
    { name: 'Five', amount: '-5.', taxable: false, taxClass: '' },
  ],
  // 0.1 + 0.2 is 0.30000000000000004 in JavaScript. The amount keeps only fifteen decimals.
  [
    { name: 'Sum', amount: 0.1 + 0.2, taxable: 'true' },
    { name: 'Sum', amount: '0.300000000000000', taxable: true, taxClass: '' },
  ],
  // The amount in cents is the largest safe integer of JavaScript.
  [
    { name: 'Much', amount: 90_071_992_547_409.91 },
    { name: 'Much', amount: '90071992547409.9', taxable: false, taxClass: '' },
  ],
  [
    { name: 'Much', amount: '90071992547409.91' },
    { name: 'Much', amount: '90071992547409.91', taxable: false, taxClass: '' },
  ],
  [
    { name: '', amount: '' },
    { name: '', amount: '', taxable: false, taxClass: '' },
  ],
])('a caller who may set fees adds the fee %j', async (given, fee) => {
  for (const route of adding) {
    expect(await requestsOf(route, given)).toEqual([
      expect.objectContaining({ command: { kind: 'add-fee', ...fee } }),
    ]);
  }
});

test('a caller who may set fees adds a fee by a form, and removes all fees', async () => {
  const body = urlParameters('name=Gift+wrap&amount=2.50&taxable=1');
  const requests: unknown[] = [];
  const [route] = adding;
  if (route) await handled(route, trustedRequest(route, body, requests));
  expect(requests).toMatchObject([{ command: { kind: 'add-fee', amount: '2.50', taxable: true } }]);
  for (const other of removing) {
    expect(await requestsOf(other)).toEqual([expect.objectContaining({ command: { kind: 'remove-fees' } })]);
  }
});

test.each([
  [{ name: 'A', amount: 'abc' }, ['amount']],
  [{ name: 'A', amount: '1,5' }, ['amount']],
  [{ name: 'A', amount: '1e3' }, ['amount']],
  [{ name: 'A', amount: 1e21 }, ['amount']],
  [{ name: 'A', amount: '+1' }, ['amount']],
  [{ name: 'A', amount: '.' }, ['amount']],
  [{ name: 'A', amount: '-' }, ['amount']],
  [{ name: 'A', amount: true }, ['amount']],
  [{ name: 'A', amount: null }, ['amount']],
  [{ name: 'A', amount: ['1'] }, ['amount']],
  [{ name: 5, amount: '1' }, ['name']],
  [{ name: 'x'.repeat(201), amount: '1' }, ['name']],
  [{ name: 'A', amount: '1', taxable: 'perhaps' }, ['taxable']],
  [{ name: 'A', amount: '1', tax_class: 1 }, ['tax_class']],
])('the fee %j is invalid for its %j, for every caller', async (given, names) => {
  for (const path of ['/v2/cart/add-fee', '/v1/fees']) {
    const { status, body } = await site.post(path, given);
    expect([status, body.code, Object.keys(body.data.params)]).toEqual([400, 'rest_invalid_param', names]);
  }
});

test.each([
  [{}, ['name', 'amount']],
  [{ name: 'A' }, ['amount']],
  [{ amount: '1' }, ['name']],
])('the fee %j is refused for its missing member: %j', async (given, names) => {
  for (const path of ['/v2/cart/add-fee', '/v1/fees']) {
    const { status, body } = await site.post(path, given);
    expect([status, body.code, body.data.params]).toEqual([400, 'rest_missing_callback_param', names]);
  }
});

/** Errors of the cart service about fees, each with the routes that return the error. */
const refusals = [...adding, ...removing].flatMap((route) =>
  route.errors
    .filter((code) => code.includes('fee'))
    .map((code) => [`${route.method} ${route.path}`, code, route] as const),
);

test.each(refusals)('%s declares %s', async (_name, code: ErrorCode, route) => {
  const request = trustedRequest(route, memberParameters(wrap), [], new ServiceError(code, {}));
  await expect(asDeclared(route).handle?.(request)).rejects.toMatchObject({ code });
  expect(registry[code].status).toBe(code === 'service_fee_already_exists' ? 403 : 404);
});

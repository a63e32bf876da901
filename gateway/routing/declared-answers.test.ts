import { expect, test } from 'vitest';
import { Parts } from '#contracts/product-replies.ts';
import { serialized } from '#platform/bus/wire.ts';
import { refusal } from '#platform/errors/errors.ts';
import { aRequest } from '#testing/gateway/request.ts';
import { aProduct } from '#testing/gateway/samples.ts';
import { links, productView } from '#testing/gateway/shown.ts';
import { dialects } from '../views/dialects.ts';
import { asDeclared } from './declared-answers.ts';
import { type Answer, route } from './route.ts';

/** Returns an answer about a product. The gateway keeps products as it showed them, so each name makes another answer. */
function answerAbout(name: string) {
  const { product, reviews, ...others } = productView(aProduct({ name }));
  const data = new Parts([serialized({ product, reviews: [...reviews] })], others);
  return { view: { name: 'productV2', data } } satisfies Answer<'productV2'>;
}
const answer = answerAbout('Mug');

/** Returns the answer of a route that declares only `productV2` with status 200, and no error codes. */
function answerOf(handle: () => Promise<Answer<'productV2'>>, dialect = dialects.service) {
  const declared = route({
    method: 'GET',
    path: '/v2/some',
    summary: 'Some',
    answers: { 200: { productV2: '' } },
    kind: 'catalogue',
    errors: [],
    handle,
  });
  return asDeclared(declared).handle?.(aRequest(declared, { dialect }));
}

/** Returns the dialect `service` with a view that writes the given body. */
const dialectWith = (body: unknown) => ({
  ...dialects.service,
  views: {
    ...dialects.service.views,
    productV2: { ...dialects.service.views.productV2, present: () => body },
  },
});

test.each(Object.values(dialects))('a declared answer passes the check, in $name', async (dialect) => {
  expect(await answerOf(async () => answer, dialect)).toBe(answer);
});

test('a body with an undeclared member or without a declared member fails the check', async () => {
  const whole = dialects.service.views.productV2.present(productView(aProduct()), links, null) as object;
  const { sku: _sku, ...less } = whole as { sku: string };
  const fault = /GET \/v2\/some answers another productV2 than service declares/;
  const checked = (name: string, body: object) => answerOf(async () => answerAbout(name), dialectWith(body));
  await expect(checked('More', { ...whole, more: 1 })).rejects.toThrow(fault);
  await expect(checked('Less', less)).rejects.toThrow(fault);
});

test('an undeclared view and an undeclared status fail the check', async () => {
  const { data } = answer.view;
  const otherView = { view: { name: 'productV1', data } } as unknown as Answer<'productV2'>;
  await expect(answerOf(async () => otherView)).rejects.toThrow('does not declare productV1 with status 200');
  await expect(answerOf(async () => ({ ...answer, status: 201 }))).rejects.toThrow(
    'does not declare productV2 with status 201',
  );
});

test('an undeclared error fails the check, unless every route may answer it', async () => {
  const refused = (code: 'service_invalid_product' | 'service_unavailable') =>
    answerOf(async () => {
      throw refusal(code, {});
    });
  await expect(refused('service_invalid_product')).rejects.toThrow(
    'does not declare service_invalid_product',
  );
  await expect(refused('service_unavailable')).rejects.toMatchObject({ code: 'service_unavailable' });
});

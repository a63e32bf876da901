import { beforeAll, expect, test } from 'vitest';
import { catalogueProcess } from '#testing/catalogue-process.ts';
import { runWith } from '../program.fixture.ts';
import { connectBus } from '../shared/bus.ts';

const catalogue = catalogueProcess();
const cartwright = (...args: string[]) => runWith({ connect: () => connectBus(catalogue.address) }, args);
const asJson = async (...args: string[]) => JSON.parse((await cartwright(...args, '--json')).out);

beforeAll(async () => {
  await cartwright('seed', '--demo');
});

test('reviews are listed newest first, and filtered by status', async () => {
  const { reviews, total } = await asJson('reviews', 'list', '--status', 'hold');
  expect([total, reviews.map(({ id }: { id: number }) => id)]).toEqual([2, [242, 241]]);
  expect((await asJson('reviews', 'list', '--per-page', '5')).reviews).toHaveLength(5);
  expect((await cartwright('reviews', 'list', '--status', 'hold')).out).toMatch(
    /^241 {2}hold +104 +2025-09-03T\S+ +5 {2}Anouk +Upside down in a bag/m,
  );
});

test('an approved review counts for its product until it is held again', async () => {
  const rating = async () => {
    const { product } = await asJson('products', 'show', '104');
    return [product.averageRating, product.ratingCount];
  };
  expect(await rating()).toEqual(['2.00', 1]);
  expect(await cartwright('reviews', 'approve', '241', '240', '9999')).toMatchObject({
    code: 4,
    out: '1 of 3 reviews changed; the rest had the status "approved"\n',
    err: 'cartwright: there is no review 9999\n',
  });
  expect(await rating()).toEqual(['3.50', 2]);
  expect(await asJson('reviews', 'hold', '241')).toEqual({ changed: 1, missing: [] });
  expect(await rating()).toEqual(['2.00', 1]);
  expect(await asJson('reviews', 'spam', '242')).toEqual({ changed: 1, missing: [] });
  expect(await asJson('reviews', 'trash', '242')).toEqual({ changed: 1, missing: [] });
});

test.each([
  [['reviews', 'approve'], "missing required argument 'ids'"],
  [['reviews', 'approve', 'all'], 'It must be a whole number of at least 1.'],
  [['reviews', 'list', '--status', 'new'], 'It must be one of approved, hold, spam, trash.'],
])('%j is refused before anything is connected', async (args, sentence) => {
  const { code, out, err, connected } = await runWith({}, args);
  expect([code, out, connected]).toEqual([2, '', 0]);
  expect(err).toContain(sentence);
});

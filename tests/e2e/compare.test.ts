import { expect, test } from 'vitest';
import { shared } from '#testing/shared.ts';
import { runWith } from '../../cli/program.fixture.ts';

test('`compare` of a running system with itself finds no difference', async () => {
  const { httpUrl } = await shared('shop');
  const { code, out, err } = await runWith({}, [
    ...['compare', '--with', `${httpUrl}/wp-json/cocart/`, '--here', httpUrl, '--carts', '15', '--json'],
    ...['--rate', '100', '--coupons', 'ten,nosuch', '--countries', 'US,DE'],
  ]);
  const report = JSON.parse(out);
  expect(report.differences).toEqual([]);
  expect([code, err]).toEqual([0, '']);
  expect(report).toMatchObject({ products: 33, carts: 15, couponsCompared: true, emptied: 15, left: 0 });
  expect(report.lists).toBeGreaterThan(15);
}, 120_000);

import { expect, test } from 'vitest';
import { views } from '../../gateway/views/cocart/cart.ts';
import { Links } from '../../gateway/views/shared/links.ts';
import { differencesIn } from './replay/differences.ts';
import { contradictsItself } from './replay/figures.ts';
import { filledCart } from './replay/filled-cart.ts';
import { type ImportedShop, importedShop } from './replay/imported-shop.ts';
import {
  type CoCartAnswer,
  casesOf,
  type RecordedCart,
  type RecordedCase,
  recordedKinds,
} from './replay/recorded-cases.ts';

const links = new Links('https://shop.example', '/wp-json/cocart');

/** Returns the figures that differ from the recorded cart. */
function differences(shop: ImportedShop, given: RecordedCase, recorded: RecordedCart): string {
  const { cart, taken } = filledCart(shop, given.ids, recorded.cart);
  const answer = views.cartV2.present(
    { cart, pictures: false, amounts: 'usual' },
    links,
    null,
  ) as CoCartAnswer;
  return differencesIn(given, recorded, answer, taken);
}

/** Number of compared carts of each kind. Recorded carts that contradict themselves are left out. */
const compared: Readonly<Record<string, number>> = {
  A: 333,
  M: 41,
  coupons: 60,
  eu: 48,
  fees: 60,
  lines: 60,
  notax: 60,
  roundsub: 60,
  roundsubc: 60,
  seq: 60,
  ship: 60,
  us: 48,
};

test.each(recordedKinds)('recorded carts of kind %s have the same figures', (kind) => {
  const failed: string[] = [];
  let carts = 0;
  for (const given of casesOf(kind)) {
    const shop = importedShop(given);
    for (const [index, recorded] of given.carts.entries()) {
      if (contradictsItself(given, recorded)) continue;
      carts += 1;
      const found = differences(shop, given, recorded);
      if (found !== '') failed.push(`${given.name}:${index}  ${found}`);
    }
  }
  expect(failed.join('\n')).toBe('');
  expect(carts).toBe(compared[kind]);
});

import { expect, test } from 'vitest';
import { cartV2 } from '../../gateway/dialects/cocart/cart.ts';
import { Links } from '../../gateway/dialects/shared/links.ts';
import {
  answeredFigures,
  contradictsItself,
  type Difference,
  differencesOf,
  recordedFigures,
} from './replay/figures.ts';
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

/** In which figures the cart here is not the recorded one. */
function differences(shop: ImportedShop, given: RecordedCase, recorded: RecordedCart): Difference[] {
  const { cart, taken } = filledCart(shop, given.ids, recorded.cart);
  const answer = cartV2({ cart, pictures: false, amounts: 'usual' }, links) as unknown as CoCartAnswer;
  return differencesOf(recordedFigures(given, recorded), answeredFigures(given, recorded, answer, taken));
}

function sentence(name: string, found: readonly Difference[]): string {
  const told = found.map(
    ({ figure, recorded, answered }) => `${figure} ${recorded ?? '-'} / ${answered ?? '-'}`,
  );
  return `${name}  ${told.join(', ')}`;
}

test.each(recordedKinds)('issue 18: recorded carts of kind %s come to the same in every figure', (kind) => {
  const failed: string[] = [];
  for (const given of casesOf(kind)) {
    const shop = importedShop(given);
    for (const [index, recorded] of given.carts.entries()) {
      if (contradictsItself(given, recorded)) continue;
      const found = differences(shop, given, recorded);
      if (found.length > 0) failed.push(sentence(`${given.name}:${index}`, found));
    }
  }
  expect(failed.join('\n')).toBe('');
});

import { expect, test } from 'vitest';
import type { RunningSystem } from '#testing/system.ts';
import { differencesIn } from './differences.ts';
import { contradictsItself } from './figures.ts';
import { LiveShop } from './live-shop.ts';
import { casesOf } from './recorded-cases.ts';

/** A shop with fees, and an EU shop whose prices include tax. `npm run money` fills the carts of all shops. */
const sample = ['fees-200', 'eu-300'];

/** Fills carts of the sample. Returns a line for each cart that differs from the recorded cart. */
async function differingCarts(live: LiveShop): Promise<string[]> {
  const failed: string[] = [];
  for (const name of sample) {
    const given = casesOf(name.split('-')[0] ?? '').find((one) => one.name === name);
    if (!given) throw new Error(`there is no recorded shop ${name}`);
    await live.take(given);
    for (const [index, recorded] of given.carts.slice(0, 4).entries()) {
      if (contradictsItself(given, recorded)) continue;
      const { answer, taken } = await live.fill(given.ids, recorded.cart);
      const found = differencesIn(given, recorded, answer, taken);
      if (found !== '') failed.push(`${name}:${index}  ${found}`);
    }
  }
  return failed;
}

/** Defines a test that replaces the shop of a system without limits (`limitsOff`). */
export function testLiveShop(running: () => RunningSystem): void {
  test('a whole system that imports a recorded shop returns the recorded carts', async () => {
    await using live = await LiveShop.on(running());
    expect((await differingCarts(live)).join('\n')).toBe('');
  });
}

import { expect, test } from 'vitest';
import { runCli } from '#testing/import-shop.ts';
import { retryWhileBusy } from '#testing/retry-while-busy.ts';
import type { RunningSystem } from '#testing/system.ts';
import { demoProduct, ensureDemoShop } from './demo.ts';

/** Defines a test of the demo shop on a system without products. The test changes the currency. */
export function testWithoutDemo(running: () => RunningSystem): void {
  test('a shop of which only a setting was changed does not get the demo products', async () => {
    const { dataDir, httpUrl } = running();
    await runCli(dataDir, ['settings', 'set', 'currency', 'GBP']);
    expect(await ensureDemoShop(dataDir)).toBe(false);
    const { status } = await retryWhileBusy(() => fetch(`${httpUrl}/v2/products/${demoProduct.id}`));
    expect(status).toBe(404);
    expect(await runCli(dataDir, ['settings', 'show', 'currency'])).toBe('currency  GBP\n');
  });
}

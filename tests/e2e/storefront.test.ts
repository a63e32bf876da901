import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningSystem, startSystem } from '#platform/testing/system.ts';
import { root } from '../../dev/settings.ts';

let system: RunningSystem;

beforeAll(async () => {
  system = await startSystem({ demo: true });
}, 120_000);
afterAll(() => system.stop());

test('the visit of the example finds, chooses, changes, undoes and comes to its total', async () => {
  const visit = join(root, 'examples/storefront/visit.mjs');
  const { stdout } = await promisify(execFile)(process.execPath, [visit, system.httpUrl]);
  expect(stdout).toBe(`Coffee, the cheapest first:
  Hearth, the house blend, from 8.95
  Pack (attribute_pa_pack): 250-g, 500-g, 1-kg
  Grind (attribute_pa_grind): whole-bean, filter, espresso, french-press
Put in without choosing, then with the first of each option:
  refused (service_no_variation_found): Choose "Pack" and "Grind".
  success: 2 × "Hearth, the house blend - 250 g" have been added to your cart.
  2 × Hearth, the house blend - 250 g, €8.95 each, at most 140
One more, then out with it, and back again:
  success: The quantity of "Hearth, the house blend - 250 g" has been increased to 3.
  success: "Hearth, the house blend - 250 g" has been removed from your cart.
  can be brought back: Hearth, the house blend - 250 g
  success: "Hearth, the house blend - 250 g" has been restored to your cart.
An address, with a postcode that is none:
  error: The billing postcode is not valid and was not saved.
  Ana in Amsterdam
Two mugs and one coffee less, in one request:
  success: 2 × "Dawn mug" have been added to your cart.
  success: The quantity of "Hearth, the house blend - 250 g" has been decreased to 2.
The small basket: 4 pieces, 54.90 EUR
To pay: €54.90, of which €7.90 tax
`);
});

import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningSystem, startSystem } from '#testing/system.ts';
import { root } from '../../dev/settings.ts';

let system: RunningSystem;

beforeAll(async () => {
  system = await startSystem({ demo: true });
}, 600_000);
afterAll(() => system.stop());

test('the example visit finds, chooses, changes, undoes and shows its total', async () => {
  const visit = join(root, 'examples/visit/visit.mjs');
  const { stdout } = await promisify(execFile)(process.execPath, [visit, system.httpUrl]);
  // 2 × 8.95 with 9 % tax in it and 2 × 18.50 with 21 %, less 10 % of 54.90: 16.11, of it 1.33, and 33.30, of it 5.78.
  // A parcel is shown with its tax, as the shop shows prices: 5.95 and 21 % of it, 1.2495, so 7.20.
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
A coupon that there is not, and one that there is:
  refused (service_coupon_not_exist): Coupon "nosuch" does not exist.
  success: Coupon code applied successfully.
  Coupon: welcome10, -€5.49
Ways to ship it, of which one is chosen:
  to Singel 1, Amsterdam
  * Parcel, two working days: €7.20 (flat_rate:1)
    Collect it from the workshop (local_pickup:3)
  success: Your order will be shipped by "Collect it from the workshop".
The small basket: 4 pieces, 49.41 EUR
To pay: €49.41, of which €7.11 tax; €4.70 less before tax, €0.00 for shipping
`);
});

import type { Seeded } from '#platform/util/seeded.ts';
import type { Method, Zone } from './description.ts';
import { chance, postcodePatterns, some } from './random-taxes.ts';

/** Costs in major units, as a shop enters them. */
const costs = [
  '5',
  '5.00',
  '0',
  '4.95',
  '0.005',
  '12.345',
  '[qty] * 0.35',
  '2.5 + [qty] * 1.25',
  '[cost] * 0.075',
  '[cost] * 2.5',
  '([cost] + 3) / 7',
  '[cost] / 8 + [qty] / 3',
  '10 - 3 * 2 - 1.5',
  '[fee percent="10" min_fee="2" max_fee="20"]',
  '2 - [qty]',
  '3 + [fee percent="12.5" min_fee="4"]',
  '[fee percent="7.77" max_fee="9.99"] * 2',
  '[fee percent="3"]',
];

const taxStatus = ['taxable', 'taxable', 'none'];

/** Returns costs by these names. Some names may be missing or have an empty text. */
function randomTexts(random: Seeded, names: readonly string[]): Record<string, string> {
  const given = names.filter(() => chance(random, 60));
  return Object.fromEntries(given.map((name) => [name, chance(random, 10) ? '' : random.pick(costs)]));
}

/** Returns minor units as text in major units: `1250` → `12.50`. */
function majorText(minor: bigint, decimals: number): string {
  const digits = String(minor < 0n ? 0n : minor).padStart(decimals + 1, '0');
  const cut = digits.length - decimals;
  return decimals === 0 ? digits : `${digits.slice(0, cut)}.${digits.slice(cut)}`;
}

function randomSettings(random: Seeded, kind: string, near: () => string): Record<string, string> {
  const tax = chance(random, 90) ? { tax_status: random.pick(taxStatus) } : {};
  switch (kind) {
    case 'flat_rate':
      return {
        ...randomTexts(random, ['cost', 'class_cost_7', 'class_cost_8', 'no_class_cost']),
        ...tax,
        type: random.pick(['class', 'order']),
      };
    case 'free_shipping':
      return {
        requires: random.pick(['', 'min_amount', 'coupon', 'either', 'both']),
        min_amount: near(),
        ignore_discounts: random.pick(['yes', 'no']),
      };
    default:
      return { ...tax, cost: random.pick(['', '0', '1.5', '2.345']) };
  }
}

/** Returns zones with shipping methods. The minimum amounts of free shipping are close to the amounts `near`. */
export function randomZones(random: Seeded, decimals: number, near: readonly bigint[]): Zone[] {
  const minimum = () => majorText(random.pick(near) + BigInt(random.below(3) - 1), decimals);
  const kinds = [
    'flat_rate',
    'flat_rate',
    'flat_rate',
    'free_shipping',
    'free_shipping',
    'local_pickup',
    'pigeons',
  ];
  let instance = 0;
  const method = (): Method => {
    const kind = random.pick(kinds);
    instance += 1;
    return {
      instance,
      kind,
      order: random.below(4),
      enabled: chance(random, 90),
      settings: randomSettings(random, kind, minimum),
    };
  };
  return Array.from({ length: 1 + random.below(4) }, (_, index) => ({
    id: 4 - index,
    order: random.below(3),
    countries: some(random, ['GB', 'US', 'DE', 'JP', 'AE'], chance(random, 60) ? 3 : 0),
    states: some(random, ['US:CA', 'US:NY', 'JP:JP13'], chance(random, 30) ? 2 : 0),
    continents: some(random, ['EU', 'NA', 'AS'], chance(random, 30) ? 2 : 0),
    postcodes: some(random, postcodePatterns, chance(random, 25) ? 3 : 0),
    methods: Array.from({ length: chance(random, 10) ? 0 : 1 + random.below(4) }, method),
  }));
}

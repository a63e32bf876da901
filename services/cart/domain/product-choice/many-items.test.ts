import { expect, test } from 'vitest';
import type { ProductChoices } from '#contracts/catalogue.ts';
import { unchosen, variationWith } from './options.ts';

const times = <T>(count: number, make: (at: number) => T) =>
  Array.from({ length: count }, (_, at) => make(at));
const choicesOf = (sizes: number, variations: number): ProductChoices => ({
  groupedIds: [],
  attributes: [
    {
      key: 'pa_size',
      name: 'Size',
      options: times(sizes, (at) => ({ slug: `s${at}`, label: `Size ${at}` })),
    },
    { key: 'pa_cut', name: 'Cut', options: times(10, (at) => ({ slug: `c${at}`, label: `Cut ${at}` })) },
  ],
  variations: times(variations, (at) => ({
    id: 1_000 + at,
    attributes: { pa_size: `s${Math.floor(at / 10)}`, pa_cut: `c${at % 10}` },
  })),
});
const others = Object.fromEntries(times(47, (at) => [`other ${at}`, 'x']));
const givenOf = (at: number) => ({ ...others, Size: `SIZE ${at % 100}`, attribute_pa_cut: 'c9' });

/** Returns equal choices with new lists. */
function copyOf({ groupedIds, attributes, variations }: ProductChoices): ProductChoices {
  return {
    groupedIds,
    attributes: attributes.map((one) => ({ ...one, options: [...one.options] })),
    variations: [...variations],
  };
}

function cpuMs(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

test('the last of a thousand variations is found for each of two hundred items', () => {
  const choices = choicesOf(100, 1_000);
  for (let at = 0; at < 200; at += 1) {
    expect(variationWith(choices, givenOf(at))).toBe(1_000 + (at % 100) * 10 + 9);
    expect(unchosen(choices, givenOf(at))).toEqual([]);
  }
});

test('further items of a product take much less CPU time than the first', () => {
  const items = times(200, givenOf);
  const known = choicesOf(100, 1_000);
  // The best of five measurements is the one that other work of the machine disturbed least.
  const best = (choicesPerItem: () => readonly ProductChoices[]) => {
    const measurements = times(5, () => {
      const choices = choicesPerItem();
      return cpuMs(() => {
        for (const [at, given] of items.entries()) variationWith(choices[at] ?? known, given);
      });
    });
    return Math.min(...measurements);
  };
  const further = best(() => items.map(() => known));
  // The look-up tables are cached for each list. Here every item gets new copies of the lists, so no item can use the
  // tables of an earlier item.
  const first = best(() => items.map(() => copyOf(known)));
  expect(further * 4).toBeLessThan(first);
});

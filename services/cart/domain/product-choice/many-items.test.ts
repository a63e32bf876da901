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
  const best = (work: () => void) => Math.min(...times(5, () => cpuMs(work)));
  const again = best(() => {
    for (const given of items) variationWith(known, given);
  });
  const anew = best(() => {
    for (const given of items) variationWith(structuredClone(known), given);
  });
  const copied = best(() => {
    for (const _ of items) structuredClone(known);
  });
  // `anew - copied` is the time if each item is the first item of its product. Without the cached tables, `again` would
  // be as high.
  expect(again * 2).toBeLessThan(anew - copied + again);
});

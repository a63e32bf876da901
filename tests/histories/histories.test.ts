import { afterAll, expect, test } from 'vitest';
import { mongodFixture } from '#testing/engines.ts';
import { environment } from '../../dev/base/settings.ts';
import { FollowedShop } from '../../services/connect/followed-shop.fixture.ts';
import { calm, disturb, History, passNight, repeatPages, restore } from './history.ts';

const mongod = mongodFixture();

/** Changes of all histories of one way, and of one history at most. `npm run histories` asks for more. */
const changes = Number(environment.HISTORIES_CHANGES ?? 600);
const changesOfOne = 5_000;
const firstSeed = Number(environment.HISTORIES_SEED ?? 1);

const count = Math.max(3, Math.ceil(changes / changesOfOne));
const seeds = Array.from({ length: count }, (_one, at) => firstSeed + at);
const most = Math.ceil(changes / count);

/** Changes of both ways; changes about which the plugin wrote no row, and records that comparisons mended. */
const total = { journal: 0, reading: 0, lost: 0, mended: 0 };
afterAll(() => {
  if (environment.HISTORIES_CHANGES) process.stdout.write(`changes: ${JSON.stringify(total)}\n`);
});

async function shopOf(seed: number, way: string): Promise<FollowedShop> {
  const url = new URL(mongod.url);
  url.pathname += `-${way}${seed}`;
  return FollowedShop.start(url.href, seed);
}

/** Compares everything, as an operator would at the end; and again, for what failed in between. */
async function compareAll(one: FollowedShop): Promise<void> {
  for (let asked = 1; asked <= 2; asked += 1) {
    // Of few records, a restoration or a few deletions concern more than a fifth.
    await one.state.write('wanted', { asked, apply: true });
    await one.pass(240, 5);
  }
}

test.each(seeds)('the journal way: in the end both sides are equal, seed %i', async (seed) => {
  await using one = await shopOf(seed, 'j');
  const history = new History(one);
  disturb(one, history);
  let backup = one.data.backup();
  while (history.made < most) {
    history.change();
    const dice = one.random.below(400);
    if (dice === 0) backup = one.data.backup();
    if (dice === 1) await restore(one, backup);
    if (dice === 2) one.restart();
    if (dice === 3) repeatPages(one);
    if (dice === 4) await passNight(one);
    if (dice < 40) await one.pass(1 + one.random.below(5));
  }
  calm(one);
  // What the plugin told is here once the longest pause of failed records is over. The comparison of the night finds what
  // it did not tell.
  for (const seconds of [60, 900, 86_400]) {
    one.jump(seconds);
    await one.pass(240, 5);
  }
  await compareAll(one);
  total.journal += history.made;
  total.lost += one.data.lost;
  total.mended += one.mended;
  expect(history.mixtures).toEqual([]);
  expect(await one.differences()).toEqual([]);
});

test.each(seeds)('the reading way: after the readings both sides are equal, seed %i', async (seed) => {
  await using one = await shopOf(seed, 'r');
  one.data.traits.hasPlugin = false;
  const history = new History(one);
  disturb(one, history);
  while (history.made < most) {
    one.data.traits.forgetsDates = one.random.below(4) === 0;
    history.change();
    const dice = one.random.below(400);
    if (dice === 2) one.restart();
    if (dice === 3) repeatPages(one);
    if (dice === 4) await passNight(one);
    if (dice < 40) await one.pass(1 + one.random.below(5));
  }
  calm(one);
  // Two lists an hour apart for deletions, then the comparison of the night, then what it removes.
  for (const seconds of [900, 3_600, 3_600, 86_400, 3_600, 900]) {
    one.jump(seconds);
    await one.pass(240, 5);
  }
  await compareAll(one);
  total.reading += history.made;
  expect(history.mixtures).toEqual([]);
  expect(await one.differences()).toEqual([]);
});

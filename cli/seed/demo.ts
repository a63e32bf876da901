import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readSettings, type StoreSettings, writeSettings } from '#contracts/settings.ts';
import { shopTime, utcOffsetHours } from '#platform/time/shop-time.ts';
import { ShopFolder } from '#platform/woocommerce/folder.ts';
import { type Report, sendStream } from '#platform/woocommerce/import.ts';
import { Notes } from '#platform/woocommerce/notes.ts';
import { type Services, type ShowProgress, storedIds, summedCounts } from '#platform/woocommerce/send.ts';
import { checkShop } from '#platform/woocommerce/shop.ts';

/** The demo shop in WooCommerce's JSON. Its pictures lie beside it, in the folder `pictures`. */
const demoFolder = fileURLToPath(new URL('../../examples/demo-shop', import.meta.url));
/** A day counted from today at the beginning of a time: `"+3dT23:59:59"` is the end of the third day from today. */
const relativeDay = /"([+-]\d{1,4})dT/g;
const dayMs = 86_400_000;

/** Settings of the demo shop that WooCommerce does not have. */
const ownSettings = {
  language: 'en-GB',
  reviewsHeld: true,
  customerRoles: ['wholesale'],
} satisfies Partial<StoreSettings>;

/**
 * Stores the demo shop. Its sales begin and end on days counted from `now`, in Unix milliseconds. Other records stay. If
 * the catalogue has products of another shop, the settings are not written, because they could change the currency of
 * these products.
 */
export function seedDemoShop(services: Services, show: ShowProgress, now: number): Promise<Report> {
  return withDates(now, async (path) => {
    const folder = await ShopFolder.open(path);
    await using variations = await folder.lists('variations.json');
    const notes = new Notes();
    const { settings: stored } = await services.request(readSettings, {});
    const { settings, streams } = await checkShop(folder, variations, { ...stored, ...ownSettings }, notes);
    const own = streams.find(({ collection }) => collection === 'products')?.ids;
    if ((await storedIds(services, 'products')).some((id) => !own?.has(id))) {
      notes.leaveOut(
        'settings',
        'products of another shop are there, and theirs hold; --reset takes both out',
      );
    } else {
      const gmtOffset = utcOffsetHours(now, settings.timezone ?? 'UTC');
      await services.request(writeSettings, { settings: { ...settings, ...ownSettings, gmtOffset } });
    }
    let taken: Report['taken'] = {};
    for (const stream of streams) taken = summedCounts(taken, await sendStream(services, stream, show));
    return { taken, adjusted: notes.adjusted, leftOut: notes.leftOut };
  });
}

/** Calls `act` with a copy of the demo shop in which dates stand in the place of relative days. */
async function withDates<T>(now: number, act: (folder: string) => Promise<T>): Promise<T> {
  const site = JSON.parse(await readFile(join(demoFolder, 'site.json'), 'utf8')) as {
    timezone_string: string;
  };
  const today = Date.parse(`${shopTime(now, site.timezone_string).local.slice(0, 10)}T00:00:00Z`);
  const dateOf = (days: string) => new Date(today + Number(days) * dayMs).toISOString().slice(0, 10);
  const copy = await mkdtemp(join(tmpdir(), 'cartwright-demo-'));
  try {
    for (const file of (await readdir(demoFolder)).filter((name) => name.endsWith('.json'))) {
      const text = await readFile(join(demoFolder, file), 'utf8');
      await writeFile(
        join(copy, file),
        text.replaceAll(relativeDay, (_, days: string) => `"${dateOf(days)}T`),
      );
    }
    return await act(copy);
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

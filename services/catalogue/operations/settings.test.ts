import { createConnection } from 'mongoose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { z } from 'zod';
import { followSettings, readSettings, writeSettings } from '#contracts/settings.ts';
import { mongodFixture, natsFixture } from '#testing/engines.ts';
import { type Replica, startReplica, until } from '../catalogue.fixture.ts';

const mongod = mongodFixture();
const nats = natsFixture();

let replica: Replica;
beforeAll(async () => {
  replica = await startReplica({ mongodb: mongod.url, nats: nats.url });
  await until(() => replica.mongodb.check());
});
afterAll(() => replica[Symbol.asyncDispose]());

const ask: Replica['askAny'] = (operation, request) => replica.askAny(operation, request);

const zones = [
  {
    id: 1,
    name: 'Islands',
    order: 0,
    locations: [
      { code: 'GB', type: 'country' as const },
      { code: 'ZE*', type: 'postcode' as const },
    ],
    methods: [
      {
        instanceId: 4,
        methodId: 'flat_rate',
        title: 'Boat',
        order: 1,
        enabled: true,
        // A shop chooses these texts, so they may look like operators or paths of MongoDB.
        settings: { cost: '4.50', 'class.cost': '[qty] * 2', $set: 'x', '': '' },
      },
    ],
  },
];

test('a new store calculates as WooCommerce 10', async () => {
  expect((await ask(readSettings, {})).settings.calculation).toBe('woocommerce-10');
});

test('members that earlier versions did not have are stored and read as written', async () => {
  const before = await ask(readSettings, {});
  const members = {
    reviewsHeld: false,
    reviewsByBuyersOnly: true,
    shippingZones: zones,
    shippingHiddenUntilAddress: true,
  };
  const written = await ask(writeSettings, { settings: members });
  expect(written).toEqual({ settings: { ...before.settings, ...members }, number: before.number + 1 });
  expect(await ask(readSettings, {})).toEqual({ ...written, age: 0 });
  expect((await ask(writeSettings, { settings: members })).number).toBe(written.number);
});

test('members that a stored document lacks have their default, also members of groups such as tax', async () => {
  const { settings } = await ask(readSettings, {});
  const {
    tax,
    calculation: _calculation,
    sellingCountries: _selling,
    shippingCountries: _shipping,
    ...members
  } = settings;
  const { shippingTaxClass: _class, ...older } = { ...tax, enabled: true };
  const writer = await createConnection(mongod.url).asPromise();
  const documents = writer.collection<{ _id: string }>('settings');
  const stored = { ...members, tax: older };
  await documents.updateOne({ _id: 'store' }, { $set: { settings: stored }, $inc: { number: 1 } });
  await writer.close();
  const expected = {
    ...stored,
    tax: { ...older, shippingTaxClass: 'inherit' },
    // A store that is older than the setting keeps its totals.
    calculation: 'woocommerce-9.9',
    sellingCountries: [],
    shippingCountries: [],
  };
  expect((await ask(readSettings, {})).settings).toEqual(expected);
  // Writing one setting does not change the other settings.
  const { settings: written } = await ask(writeSettings, { settings: { sellingCountries: ['NL'] } });
  expect(written).toEqual({ ...expected, sellingCountries: ['NL'] });
});

test('written zones replace all earlier ones', async () => {
  await ask(writeSettings, { settings: { shippingZones: zones } });
  const { settings } = await ask(writeSettings, { settings: { shippingZones: [] } });
  expect(settings.shippingZones).toEqual([]);
});

test.each([
  ['an incomplete currency', { currency: { code: 'EUR' } }],
  ['an unknown place', { shippingZones: [{ ...zones[0], locations: [{ code: 'GB', type: 'planet' }] }] }],
  ['a text for a number', { lowStockAmount: '2' }],
  ['null for a member', { reviewsHeld: null }],
  ['an invalid country', { sellingCountries: ['Netherlands'] }],
  ['decimals that no currency has', { currency: { decimals: 9 } }],
])('%s is refused and changes nothing', async (_title, settings) => {
  const before = await ask(readSettings, {});
  const refused = ask(writeSettings, { settings } as unknown as z.input<typeof writeSettings.request>);
  await expect(refused).rejects.toMatchObject({ code: 'service_invalid_request' });
  expect(await ask(readSettings, {})).toEqual(before);
});

test('what follows a shop writes the settings of a shop, and none of those that are set here', async () => {
  const { settings: before } = await ask(readSettings, {});
  const own = { reviewsHeld: !before.reviewsHeld, customerRoles: ['administrator'] };
  const settings = { ...own, title: 'The shop that is followed' };
  const written = await ask(followSettings, { settings });
  expect(written.settings).toEqual({ ...before, title: settings.title });
});

test('members that are not settings are not stored', async () => {
  const { age: _age, ...before } = await ask(readSettings, {});
  const settings = { secret: 'x', $set: { title: 'x' }, 'currency.code': 'EUR' };
  expect(await ask(writeSettings, { settings } as object as z.input<typeof writeSettings.request>)).toEqual(
    before,
  );
});

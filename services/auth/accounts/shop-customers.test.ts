import pino from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { firstOwnId } from '#contracts/catalogue-import.ts';
import { followCustomers, type ShopCustomer } from '#contracts/shop-customers.ts';
import type { TokensChange } from '#contracts/tokens.ts';
import { Engine } from '#platform/mongodb/engine.ts';
import { mongodFixture } from '#testing/engines.ts';
import { addressesOf } from '../model/account.ts';
import { AccountStore } from '../store/accounts.ts';
import { ApiKeyStore } from '../store/api-keys.ts';
import { FamilyStore, RevocationStore } from '../store/logins.ts';
import { Revocations } from '../tokens/revocations.ts';
import { AccountChanges } from './account-changes.ts';
import { imported } from './accounts.fixture.ts';

const mongod = mongodFixture();
const ownHash = '$argon2id$own';
const shopHash = '$argon2id$shop';
let engine: Engine;
let accounts: AccountStore;
let changes: AccountChanges;
/** The accounts whose tokens were revoked. */
let revoked: number[];

beforeAll(async () => {
  engine = new Engine(mongod.url, pino({ level: 'silent' }));
  accounts = new AccountStore(engine);
  const [families, store, apiKeys] = [
    new FamilyStore(engine),
    new RevocationStore(engine),
    new ApiKeyStore(engine),
  ];
  const publish = (_number: number, change: TokensChange) =>
    void (change.kind === 'account' && revoked.push(change.account));
  const log = { append: async () => ({ sequence: 1, id: '' }) };
  const revocations = new Revocations({ store, families, log, publish, accessSeconds: 60, now: Date.now });
  changes = new AccountChanges({ accounts, revocations, apiKeys });
  await engine.start(async () => {
    for (const one of [accounts, apiKeys, families, store]) await one.prepare();
  });
});
beforeEach(async () => {
  revoked = [];
  await engine.connection.collection('accounts').deleteMany({});
});
afterAll(() => engine.close());

function customer(id: number, more: Partial<ShopCustomer> = {}): ShopCustomer {
  const { role, passwordHash, ...rest } = imported(id);
  return { ...rest, ...more };
}

const follow = (...records: ShopCustomer[]) => changes.follow(records);
const stored = async (id: number) => {
  const found = await accounts.byId(id);
  if (!found) throw new Error(`there is no account ${id}`);
  return found;
};

const changedAt = (id: number, row = 21) => ({ id, row });
/** Sets a password of the account's own. */
const setOwn = (id: number) => changes.setPassword(id, ownHash);
/** Keeps a password that the shop has confirmed. */
const keepShops = async (id: number) =>
  accounts.keepShopPassword(await stored(id), { passwordHash: shopHash, passwordRow: 20 });

test('a customer of the shop gets an account with the role customer and without a password', async () => {
  expect(await follow(customer(7))).toMatchObject({ outcome: { created: 1 }, leftOut: [] });
  expect(await stored(7)).toMatchObject({ role: 'customer', passwordHash: null, generation: 0 });
  expect(await follow(customer(7))).toMatchObject({ outcome: { created: 0, changed: 0, unchanged: 1 } });
});

test('no role, no password and no id of an account that was made here can come with a customer', () => {
  const parsed = followCustomers.request.parse({
    records: [{ ...customer(7), role: 'administrator', passwordHash: ownHash, generation: 9 }],
  });
  expect(parsed).toEqual({ records: [customer(7)] });
  expect(followCustomers.request.safeParse({ records: [customer(firstOwnId)] }).success).toBe(false);
});

test('an account with another role is never touched', async () => {
  await changes.import([imported(7, { role: 'administrator' }), imported(8, { role: 'wholesale' })]);
  const before = [await stored(7), await stored(8)];
  const { outcome, leftOut } = await follow(customer(7, { email: 'evil@x.example' }), customer(8));
  expect(leftOut).toEqual([
    { id: 7, why: 'role' },
    { id: 8, why: 'role' },
  ]);
  expect(await changes.forgetShopPasswords([], [7, 8])).toEqual({ forgotten: 0, released: 0 });
  await changes.forgetAllShopPasswords();
  expect([await stored(7), await stored(8)]).toEqual(before);
  expect([outcome.changed, revoked]).toEqual([0, []]);
});

test('no name of another account is taken over, and a shared phone number is left out', async () => {
  const person = { username: 'mia', email: 'mia@shop.example', phone: '+447700900123', role: 'shop_manager' };
  const names = { firstName: '', lastName: '', displayName: 'mia' };
  const addresses = addressesOf({ ...person, ...names });
  const own = await accounts.create({ ...person, ...names, addresses, createdAt: 0, passwordHash: ownHash });
  const given = [
    customer(7, { username: 'MIA' }),
    customer(8, { email: 'Mia@shop.example' }),
    customer(9, { username: 'mia@shop.example' }),
    customer(10, { phone: person.phone }),
  ];
  const { leftOut } = await follow(...given);
  expect(leftOut.map(({ id, why }) => [id, why])).toEqual([7, 8, 9].map((id) => [id, 'taken']));
  expect((await stored(10)).record.phone).toBe('');
  expect(await accounts.named('mia@shop.example')).toEqual(own);
  // Nothing is written when the same comes again.
  expect((await follow(given[3] ?? customer(10))).outcome.unchanged).toBe(1);
});

test('what changed there changes here, and what changed only here stays', async () => {
  await follow(customer(7, { firstName: 'Ann' }));
  await changes.set(7, { lastName: 'Here' }, { shipping: { city: 'Leeds' } });
  await follow(customer(7, { firstName: 'Anna' }));
  expect((await stored(7)).record).toMatchObject({ firstName: 'Anna', lastName: 'Here' });
  const { shipping } = customer(7).addresses;
  const moved = { ...customer(7).addresses, shipping: { ...shipping, city: 'York', postcode: 'YO1' } };
  await follow(customer(7, { firstName: 'Anna', addresses: moved }));
  expect((await stored(7)).record.addresses.shipping).toMatchObject({ city: 'York', postcode: 'YO1' });
  await changes.set(7, {}, { shipping: { city: 'Leeds' } });
  await follow(customer(7, { firstName: 'Anna', addresses: { ...moved } }));
  expect((await stored(7)).record.addresses.shipping).toMatchObject({ city: 'Leeds', postcode: 'YO1' });
});

test('a new e-mail ends the logins', async () => {
  await follow(customer(7));
  await keepShops(7);
  await follow(customer(7, { email: 'new@shop.example' }));
  expect(await accounts.named('new@shop.example')).toMatchObject({ _id: 7, generation: 1 });
  expect(revoked).toEqual([7]);
});

test('an account with a password of its own keeps the names with which one logs in or resets it', async () => {
  await follow(customer(7));
  await setOwn(7);
  revoked = [];
  const evil = { username: 'evil', email: 'evil@x.example', phone: '+447700900999' };
  await follow(customer(7, { ...evil, firstName: 'Anna' }));
  expect(await stored(7)).toMatchObject({
    names: ['import7', 'import7@shop.example'],
    passwordHash: ownHash,
    record: { username: 'import7', email: 'import7@shop.example', phone: '', firstName: 'Anna' },
  });
  expect(revoked).toEqual([]);
});

test('a password of the shop is forgotten, also an imported one, and the logins end', async () => {
  await follow(customer(7));
  await changes.import([imported(8)]);
  await keepShops(7);
  expect(await changes.forgetShopPasswords([7, 8, 99].map(changedAt), [])).toEqual({
    forgotten: 2,
    released: 0,
  });
  for (const id of [7, 8]) expect(await stored(id)).toMatchObject({ passwordHash: null, generation: 1 });
  expect(await stored(7)).not.toHaveProperty('passwordRow');
  expect(revoked).toEqual([7, 8]);
});

test('a password that the shop confirmed after the change stays, and so do its logins', async () => {
  await follow(customer(7));
  await keepShops(7);
  const before = await stored(7);
  expect(await changes.forgetShopPasswords([changedAt(7, 19), changedAt(7, 20)], [])).toMatchObject({
    forgotten: 0,
  });
  expect([await stored(7), revoked]).toEqual([before, []]);
});

test('a password that was set here is not forgotten, and its logins go on', async () => {
  await follow(customer(7));
  await keepShops(7);
  await setOwn(7);
  const before = await stored(7);
  revoked = [];
  await changes.forgetShopPasswords([changedAt(7)], []);
  await changes.forgetAllShopPasswords();
  expect([await stored(7), revoked]).toEqual([before, []]);
});

test('an answer of the shop that came before the password changed there is not kept', async () => {
  await follow(customer(7));
  const asked = await stored(7);
  await changes.forgetShopPasswords([changedAt(7)], []);
  expect(await accounts.keepShopPassword(asked, { passwordHash: shopHash, passwordRow: 20 })).toBeNull();
  expect((await stored(7)).passwordHash).toBeNull();
});

test('all passwords of the shop are forgotten without an end of logins', async () => {
  await follow(customer(7), customer(8));
  await keepShops(7);
  await setOwn(8);
  revoked = [];
  expect(await changes.forgetAllShopPasswords()).toBe(1);
  expect([(await stored(7)).passwordHash, (await stored(8)).passwordHash]).toEqual([null, ownHash]);
  expect(revoked).toEqual([]);
});

test('a customer who is gone there is followed no longer, and the account stays', async () => {
  await follow(customer(7), customer(8), customer(9));
  await keepShops(7);
  await setOwn(8);
  revoked = [];
  expect(await accounts.followingIds(0, 10)).toEqual([7, 8, 9]);
  expect(await changes.forgetShopPasswords([], [7, 8])).toEqual({ forgotten: 1, released: 2 });
  expect([(await stored(7)).passwordHash, (await stored(8)).passwordHash]).toEqual([null, ownHash]);
  expect([await accounts.followingIds(0, 10), revoked]).toEqual([[9], [7]]);
});

test('who was erased here stays erased', async () => {
  await follow(customer(7));
  await changes.delete(7);
  expect(await follow(customer(7))).toMatchObject({ leftOut: [{ id: 7, why: 'erased' }] });
  expect(await accounts.byId(7)).toBeNull();
});

test('an imported password that is used is still the password of the shop', async () => {
  await changes.import([imported(11)]);
  const before = (await stored(11)).passwordHash ?? '';
  await accounts.rehash(11, before, shopHash);
  expect(await changes.forgetShopPasswords([changedAt(11)], [])).toMatchObject({ forgotten: 1 });
});

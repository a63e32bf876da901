import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import {
  type AccountChange,
  createAccount,
  deleteAccount,
  findAccounts,
  type ImportedAccount,
  importAccounts,
  listAccounts,
  readAccount,
  readAddresses,
  setAccount,
  setPassword,
} from '#contracts/accounts.ts';
import { nobody } from '#contracts/claim.ts';
import type { Operation } from '#contracts/operation.ts';
import type { TokensChange } from '#contracts/tokens.ts';
import { Engine } from '#platform/mongodb/engine.ts';
import { mongodFixture } from '#testing/engines.ts';
import { Hasher, rehash } from '../passwords/hasher.ts';
import { AccountStore } from '../store/accounts.ts';
import { ApiKeyStore } from '../store/api-keys.ts';
import { FamilyStore, RevocationStore } from '../store/logins.ts';
import { Revocations } from '../tokens/revocations.ts';
import { AccountChanges } from './account-changes.ts';
import { counts, imported, place, refused } from './accounts.fixture.ts';
import { accountOperations } from './operations.ts';

const mongod = mongodFixture();
const hasher = new Hasher();
/** The published revocations of accounts, as texts such as `7 2`: the account and its generation. */
const published: string[] = [];

let engine: Engine;
let accounts: AccountStore;
let apiKeys: ApiKeyStore;
let served: ReturnType<typeof accountOperations>;
beforeAll(async () => {
  engine = new Engine(mongod.url, pino({ level: 'silent' }));
  accounts = new AccountStore(engine);
  apiKeys = new ApiKeyStore(engine);
  const families = new FamilyStore(engine);
  const store = new RevocationStore(engine);
  const publish = (_number: number, change: TokensChange) =>
    published.push(change.kind === 'account' ? `${change.account} ${change.generation}` : change.kind);
  const log = { append: async () => ({ sequence: 1, id: '' }) };
  const revocations = new Revocations({ store, families, log, publish, accessSeconds: 60, now: Date.now });
  const accountChanges = new AccountChanges({ accounts, revocations, apiKeys });
  const connectedShop = 'https://shop.example';
  served = accountOperations({ accounts, accountChanges, hasher, now: () => 1_000, connectedShop });
  await engine.start(async () => {
    for (const one of [accounts, apiKeys, families, store]) await one.prepare();
  });
});
afterAll(() => engine.close());

/** Calls an operation as the account with the id `account`; as an operator if `account` is null. */
async function ask<Request extends z.ZodType, Reply extends z.ZodType>(
  operation: Operation<Request, Reply>,
  request: z.input<Request>,
  account: number | null = null,
): Promise<z.output<Reply>> {
  const found = served.find((one) => one.operation === operation);
  const claim = account === null ? null : { ...nobody, account };
  const context = { requestId: 'test', deadline: Number.MAX_SAFE_INTEGER, claim };
  return operation.reply.parse(await found?.run(request, context));
}

let made = 0;
function create(changes: Partial<z.input<typeof createAccount.request>> = {}) {
  made += 1;
  const username = `person${made}`;
  const request = { username, email: `${username}@shop.example`, password: null, ...changes };
  return ask(createAccount, request).then(({ account }) => account);
}

const keep = (...records: ImportedAccount[]) => ask(importAccounts, { records });

describe('an account', () => {
  test('is found by user name, email address, phone and id, ignoring case', async () => {
    const account = await create({ username: 'Ann', email: 'Ann@Shop.example', phone: '+447700900123' });
    for (const reference of ['ANN', ' ann@shop.EXAMPLE ', '+44 7700 900-123', String(account.id)]) {
      expect(await ask(readAccount, { reference })).toEqual({
        account,
        connectedShop: 'https://shop.example',
      });
    }
    expect(await refused(ask(readAccount, { reference: 'nobody' }))).toBe('service_account_not_found');
  });

  test('never has the user name, email address or phone of another account, ignoring case', async () => {
    const { username, email } = await create({ phone: '+447700900124' });
    for (const taken of [
      { username: username.toUpperCase() },
      { username: email },
      { email: email.toUpperCase() },
      { phone: '+447700900124' },
    ]) {
      expect(await refused(create(taken))).toBe('service_account_exists');
    }
  });

  test('with very long names has a display name within the limit', async () => {
    const firstName = 'x'.repeat(200);
    expect((await create({ firstName, lastName: firstName })).displayName).toBe(firstName);
  });

  test('has addresses that only its own claim can read', async () => {
    await keep(imported(70));
    const { addresses } = await ask(readAddresses, {}, 70);
    expect(addresses?.billing.address1).toBe('1 High St');
    expect([await ask(readAddresses, {}, 71), await ask(readAddresses, {})]).toEqual([
      { addresses: null },
      { addresses: null },
    ]);
  });
});

test('for a cart, the accounts of the claim and of the given email addresses are found', async () => {
  const [ann, bob] = await Promise.all(
    ['ann.f', 'bob.f'].map((username) => create({ username, email: `${username}@x.example` })),
  );
  // This user name has the form of an address that no account has.
  await create({ username: 'carol.f@x.example', email: 'other.f@x.example' });
  const found = async (emails: string[], claimed?: number) =>
    (await ask(findAccounts, { emails }, claimed)).accounts;
  const [ofAnn, ofBob] = [ann, bob].map((one) => ({ id: one?.id, email: one?.email }));
  expect(await found([], ann?.id)).toEqual([ofAnn]);
  expect(await found(['BOB.f@x.example', 'ann.f@x.example'], ann?.id)).toEqual([ofAnn, ofBob]);
  expect(await found(['bob.f@x.example', 'carol.f@x.example', 'nobody.f@x.example'])).toEqual([ofBob]);
  expect(await found([])).toEqual([]);
});

describe('a list', () => {
  test('returns pages of accounts with a role and a prefix of name or email address, sorted by user name', async () => {
    const listed = ['lista', 'listc', 'listb'];
    for (const username of listed) await create({ username, email: `${username}@x.example`, role: 'retail' });
    await create({ username: 'zlist', email: 'list@y.example' });
    const names = async (query: z.input<typeof listAccounts.request>) => {
      const found = await ask(listAccounts, query);
      return [found.total, ...found.accounts.map(({ username }) => username)];
    };
    expect(await names({ search: 'LIST' })).toEqual([4, 'lista', 'listb', 'listc', 'zlist']);
    expect(await names({ search: 'list', role: 'retail', page: 2, perPage: 2 })).toEqual([3, 'listc']);
    expect(await names({ search: 'list@' })).toEqual([1, 'zlist']);
    expect(await names({ role: 'retail', search: '.*' })).toEqual([0]);
  });
});

describe('a password', () => {
  test('that an operator sets makes all earlier tokens invalid', async () => {
    const { id, hasPassword } = await create();
    const { account } = await ask(setPassword, { reference: String(id), password: 'correct horse' });
    expect([hasPassword, account.hasPassword]).toEqual([false, true]);
    const kept = await accounts.byId(id);
    expect(kept?.generation).toBe(1);
    expect(await hasher.verify('correct horse', kept?.passwordHash ?? null)).toBe('yes');
    expect(published).toContain(`${id} 1`);
  });

  test('of WordPress works with and without blanks around it, also after its hash is replaced', async () => {
    await keep(imported(81));
    const before = await accounts.byId(81);
    if (!before) throw new Error('81 was not kept');
    await rehash({ accounts, hasher }, before, ' test12345 ');
    const after = (await accounts.byId(81))?.passwordHash ?? null;
    expect(after).toMatch(/^\$argon2id/);
    for (const typed of ['test12345', ' test12345 ']) expect(await hasher.verify(typed, after)).toBe('yes');
  });

  test('that was changed meanwhile is not overwritten by a new hash of the old password', async () => {
    await keep(imported(80));
    const before = await accounts.byId(80);
    if (!before) throw new Error('80 was not kept');
    await ask(setPassword, { reference: '80', password: 'correct horse' });
    await rehash({ accounts, hasher }, before, 'test12345');
    expect(await hasher.verify('correct horse', (await accounts.byId(80))?.passwordHash ?? null)).toBe('yes');
  });
});

describe('a change', () => {
  const set = (id: number, change: AccountChange) => ask(setAccount, { reference: String(id), change });

  test('of the role makes all earlier tokens invalid, once', async () => {
    const { id } = await create({ role: 'administrator' });
    const first = await set(id, { role: 'customer' });
    expect([first.account.role, first.tokensEnded]).toEqual(['customer', true]);
    expect(published).toContain(`${id} 1`);
    expect((await set(id, { role: 'customer' })).tokensEnded).toBe(false);
    expect((await accounts.byId(id))?.generation).toBe(1);
  });

  test('of the email address ends every token; a change of its case, of phone or of names ends none', async () => {
    const { id, email } = await create();
    const change = { email: email.toUpperCase(), phone: '+447700900300', firstName: 'Ann', lastName: 'Lee' };
    const { account, tokensEnded } = await set(id, change);
    expect([account, tokensEnded]).toMatchObject([{ ...change, displayName: 'Ann Lee' }, false]);
    expect((await set(id, { email: `other-${email}` })).tokensEnded).toBe(true);
    expect(published.filter((one) => one.startsWith(`${id} `))).toEqual([`${id} 1`]);
  });

  test('of an email address makes the account findable by it, and frees the old address', async () => {
    const { id, email } = await create({ phone: '+447700900301' });
    await set(id, { email: `new-${email}`, phone: '' });
    expect((await ask(readAccount, { reference: `new-${email}` })).account.id).toBe(id);
    expect(await refused(ask(readAccount, { reference: email }))).toBe('service_account_not_found');
    expect((await create({ email, phone: '+447700900301' })).phone).toBe('+447700900301');
  });

  test('to an email address or phone of another account changes nothing', async () => {
    const other = await create({ phone: '+447700900302' });
    const account = await create();
    for (const taken of [
      { email: other.email.toUpperCase() },
      { email: other.email, role: 'administrator' },
      { phone: '+447700900302', firstName: 'Other' },
    ]) {
      expect(await refused(set(account.id, taken))).toBe('service_account_exists');
    }
    expect(await ask(readAccount, { reference: account.username })).toMatchObject({ account });
    expect((await accounts.byId(account.id))?.generation).toBe(0);
    expect(await refused(set(999_999, { role: 'customer' }))).toBe('service_account_not_found');
  });

  test('of names updates display names and addresses that were derived from them, but not those that were entered', async () => {
    const billing = {
      ...place,
      firstName: 'Im',
      lastName: 'Else',
      email: 'import75@shop.example',
      phone: '1',
    };
    const addresses = { billing, shipping: { ...place, firstName: 'Aunt', lastName: 'Port' } };
    await keep(imported(75, { addresses }));
    const { account } = await set(75, { firstName: 'Ida', lastName: 'Sea', email: 'ida@shop.example' });
    expect(account.displayName).toBe('Ida Sea');
    expect(account.addresses).toEqual({
      billing: { ...billing, firstName: 'Ida', email: 'ida@shop.example' },
      shipping: { ...addresses.shipping, lastName: 'Sea' },
    });
    await set(75, { displayName: 'Captain' });
    expect((await set(75, { firstName: 'Im' })).account.displayName).toBe('Captain');
    expect((await set(75, { displayName: '' })).account.displayName).toBe('Im Sea');
  });

  test('at the same time as other changes loses none of them', async () => {
    const { id } = await create();
    const changes = [
      { role: 'retail' },
      { firstName: 'Ann' },
      { lastName: 'Lee' },
      { phone: '+447700900303' },
    ];
    await Promise.all(changes.map((change) => set(id, change)));
    const { account } = await ask(readAccount, { reference: String(id) });
    expect(account).toMatchObject(Object.assign({}, ...changes));
  });
});

describe('a deleted account', () => {
  test('loses its key pairs and tokens, and no import restores it', async () => {
    await keep(imported(90));
    const pair = {
      secretDigest: 's',
      permissions: 'read',
      description: 'd',
      ending: 'e',
      createdAt: 0,
    } as const;
    await apiKeys.create({ ...pair, keyDigest: 'of 90', account: 90, lastUsedAt: null });
    expect((await ask(deleteAccount, { reference: 'import90' })).account.id).toBe(90);
    expect(await apiKeys.withDigest('of 90')).toBeNull();
    expect(published).toContain('90 1');
    expect(await refused(ask(deleteAccount, { reference: '90' }))).toBe('service_account_not_found');
    expect(await keep(imported(90))).toEqual({ outcome: counts, leftOut: [{ id: 90, why: 'erased' }] });
  });
});

describe('an import', () => {
  test('that is repeated changes nothing, and keeps a password that was set or used here', async () => {
    const records = [imported(100), imported(101)];
    expect(await keep(...records)).toEqual({ outcome: { ...counts, created: 2 }, leftOut: [] });
    expect(await keep(...records)).toEqual({ outcome: { ...counts, unchanged: 2 }, leftOut: [] });
    await ask(setPassword, { reference: '100', password: 'correct horse' });
    expect(await keep(...records)).toEqual({ outcome: { ...counts, unchanged: 2 }, leftOut: [] });
    expect(await hasher.verify('correct horse', (await accounts.byId(100))?.passwordHash ?? null)).toBe(
      'yes',
    );
  });

  test('with another email address or role makes tokens invalid; with another name it does not', async () => {
    await keep(imported(110), imported(111), imported(112));
    const changes = [
      imported(110, { email: 'other@shop.example' }),
      imported(111, { role: 'shop_manager' }),
      imported(112, { lastName: 'Other' }),
    ];
    expect(await keep(...changes)).toEqual({ outcome: { ...counts, changed: 3 }, leftOut: [] });
    expect(['110 1', '111 1', '112 1'].map((one) => published.includes(one))).toEqual([true, true, false]);
  });

  test('leaves out accounts with a phone or email address in use, and accepts one that the same import freed', async () => {
    await keep(imported(120, { phone: '+447700900200' }));
    const records = [
      imported(121, { phone: '+447700900200' }),
      imported(120, { phone: '' }),
      imported(122, { phone: '+447700900200' }),
      imported(123, { email: 'IMPORT120@shop.example' }),
    ];
    expect(await keep(...records)).toEqual({
      outcome: { ...counts, created: 1, changed: 1 },
      leftOut: [
        { id: 121, why: 'taken' },
        { id: 123, why: 'taken' },
      ],
    });
    expect((await accounts.named('+447700900200'))?._id).toBe(122);
  });

  test('of an id in the range of assigned ids reserves it, so that new accounts get higher ids', async () => {
    await keep(imported(2_000_000_000));
    expect((await create()).id).toBe(2_000_000_001);
  });
});

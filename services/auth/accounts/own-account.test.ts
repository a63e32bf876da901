import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { nobody } from '#contracts/claim.ts';
import type { AnyEvent } from '#contracts/events.ts';
import type { Operation } from '#contracts/operation.ts';
import {
  changeOwnAccount,
  changeOwnPassword,
  readOwnAccount,
  registerAccount,
  requestPasswordReset,
  resetPassword,
} from '#contracts/own-account.ts';
import { refusal, unavailable } from '#platform/errors/errors.ts';
import { Engine } from '#platform/mongodb/engine.ts';
import { mongodFixture } from '#testing/engines.ts';
import { Hasher } from '../passwords/hasher.ts';
import { AuthSettings } from '../settings.ts';
import { AccountStore } from '../store/accounts.ts';
import { ApiKeyStore } from '../store/api-keys.ts';
import { FamilyStore, RevocationStore } from '../store/logins.ts';
import type { ResetDocument } from '../store/reset-tokens.ts';
import { ResetTokens, resetEventRelay } from '../store/reset-tokens.ts';
import { Revocations } from '../tokens/revocations.ts';
import { Tokens } from '../tokens/tokens.ts';
import { AccountChanges } from './account-changes.ts';
import { ownAccountOperations } from './own-account.ts';

const mongod = mongodFixture();
const hasher = new Hasher();
const secret = 'a secret of at least thirty-two characters';
const address = '127.0.0.1';
const password = 'correct horse battery';

let clock = Date.now();
let mayRegister = true;
let hidesAccounts = false;
let isHashing = true;
/** Records each call of the fake limits as a text, such as `look` or `registration`. */
const counted: string[] = [];
/** The access tokens that the fake issuer has issued. */
const issued: { family: string; notAfter: number }[] = [];
let engine: Engine;
let accounts: AccountStore;
let tokens: Tokens;
let resets: ResetTokens;
let served: () => ReturnType<typeof ownAccountOperations>;

beforeAll(async () => {
  engine = new Engine(mongod.url, pino({ level: 'silent' }));
  accounts = new AccountStore(engine);
  const [apiKeys, families, revoked] = [
    new ApiKeyStore(engine),
    new FamilyStore(engine),
    new RevocationStore(engine),
  ];
  const now = () => clock;
  const log = { append: async () => ({ sequence: 1, id: '' }) };
  const revocations = new Revocations({
    store: revoked,
    families,
    log,
    publish() {},
    accessSeconds: 60,
    now,
  });
  resets = new ResetTokens(engine, { secret, now });
  const accountChanges = new AccountChanges({ accounts, revocations, apiKeys, others: [resets] });
  const count = (what: string) => async () => void counted.push(what);
  const countedRuns = (what: string) => ({
    async run({ name }: { name: string | number }, verify: () => Promise<boolean>) {
      const succeeded = await verify();
      if (!succeeded) counted.push(`${what} ${name}`);
      return succeeded;
    },
  });
  const selfService = {
    registrations: { refuseAddressOverLimit: count('look'), failFrom: count('registration') },
    passwordChanges: {
      ...countedRuns('password'),
      refuseAddressOverLimit: count('look'),
      failFrom: count('weak password'),
    },
    resetRequests: countedRuns('reset'),
  };
  const identifier = {
    async identify({ identifier: name, secret: given }: { identifier: string; secret: string }) {
      const found = await accounts.named(name);
      const verdict = await hasher.verify(given, found?.passwordHash ?? null);
      if (!found || verdict === 'no') throw refusal('service_authentication_error', {});
      return { account: found._id, role: found.role, manages: 'nothing' as const, trusted: false };
    },
  };
  const attempts = { refuseAddressOverLimit: count('look'), failFrom: count('failure') };
  const issuer = {
    async accessToken({
      account,
      generation,
      ...subject
    }: (typeof issued)[number] & Record<string, unknown>) {
      issued.push(subject);
      return `token of ${account} ${generation}`;
    },
  };
  tokens = new Tokens({
    ...{ engine, accounts, families, revoked, revocations, secret, now },
    issuer: issuer as never,
    refreshSeconds: 10_000,
    loginSeconds: 10_000,
    logger: pino({ level: 'silent' }),
  });
  const hashes = {
    hash: async (given: string) => {
      if (!isHashing) throw unavailable();
      return hasher.hash(given);
    },
  };
  const deps = {
    accounts,
    accountChanges,
    hasher: hashes,
    identifier,
    tokens,
    resets,
    attempts,
    selfService,
    now,
  };
  served = () => ownAccountOperations({ ...deps, mayRegister, hidesAccounts });
  await engine.start(async () => {
    for (const one of [accounts, apiKeys, families, revoked, resets]) await one.prepare();
  });
});
afterAll(async () => {
  await hasher.close();
  await engine.close();
});

async function ask<Request extends z.ZodType, Reply extends z.ZodType>(
  operation: Operation<Request, Reply>,
  request: z.input<Request>,
  account: number | null = null,
): Promise<z.output<Reply>> {
  const found = served().find((one) => one.operation.name === operation.name);
  const claim = account === null ? nobody : { ...nobody, kind: 'customer' as const, account };
  const context = { requestId: 'test', deadline: Number.MAX_SAFE_INTEGER, claim };
  return operation.reply.parse(await found?.run(operation.request.parse(request), context));
}

const codeOf = (asked: Promise<unknown>) =>
  asked.then(
    () => 'done',
    ({ code }) => code as string,
  );

let made = 0;
async function register(changes: object = {}) {
  made += 1;
  const names = { username: `visitor${made}`, email: `visitor${made}@shop.example` };
  const { account } = await ask(registerAccount, { ...names, password, address, ...changes });
  if (!account) throw new Error('the registration hides the account');
  return account;
}

/** Returns the stored reset requests, the newest first. */
const requests = () =>
  engine.connection.collection<ResetDocument>('password_resets').find().sort({ $natural: -1 }).toArray();

/** Requests a reset and returns its token. */
async function requestReset(identifier: string): Promise<string> {
  await ask(requestPasswordReset, { identifier, address });
  const [newest] = await requests();
  return resets.tokenOf(newest?._id ?? '');
}
const reset = (token: string, chosen = 'another long password') =>
  ask(resetPassword, { token, password: chosen, address });
const badToken = 'service_invalid_or_expired_key';

describe('registration', () => {
  test('creates a customer, counts towards the limit, and refuses names in use and weak passwords', async () => {
    const account = await register({ firstName: 'Zoë' });
    expect(account).toMatchObject({ role: 'customer', displayName: 'Zoë', hasPassword: true });
    expect(counted).toContain('registration');
    const again = register({ email: account.email.toUpperCase() });
    expect(await codeOf(again)).toBe('service_account_exists');
    const weak = { shop: 'Alpine Coffee', firstName: 'Annabelle', email: 'zlatko.przybyl@shop.example' };
    for (const chosen of ['aaaaaaaaaaaa', 'alpinecoffee1', 'annabelle2024', 'zlatko.przybyl'])
      expect([chosen, await codeOf(register({ ...weak, password: chosen }))]).toEqual([
        chosen,
        'service_password_too_common',
      ]);
  });

  test('does not count towards the limit while no password can be hashed', async () => {
    counted.length = 0;
    isHashing = false;
    expect(await codeOf(register())).toBe('service_unavailable');
    isHashing = true;
    expect(counted).toEqual(['look']);
  });

  test('can hide which accounts exist: the reply and the stored request are alike, and no password is set', async () => {
    const existing = await register();
    const before = await accounts.byId(existing.id);
    hidesAccounts = true;
    counted.length = 0;
    const chosen = { password: 'a password of a stranger', address };
    const asRegistered = (email: string, username = email) =>
      ask(registerAccount, { ...chosen, username, email });
    const replies = [
      await asRegistered(existing.email.toUpperCase()),
      await asRegistered('unseen@shop.example', existing.username),
    ];
    expect(replies).toEqual([{ account: null }, { account: null }]);
    const counts = ['look', 'registration', `reset ${existing.email}`];
    expect(counted).toEqual([...counts, ...counts.slice(0, 2), 'reset unseen@shop.example']);
    expect(await accounts.byId(existing.id)).toEqual(before);
    const made = await accounts.named('unseen@shop.example');
    expect([made?.record.username, made?.passwordHash]).toEqual(['unseen@shop.example', null]);
    const [second, first] = await requests();
    expect([first?.account, second?.account]).toEqual([existing.id, made?._id]);
    expect(Object.keys(second ?? {})).toEqual(Object.keys(first ?? {}));
    for (const email of [existing.email, 'unseen@shop.example'])
      expect(
        await codeOf(ask(registerAccount, { ...chosen, username: email, email, password: 'aaaaaaaaaaaa' })),
      ).toBe('service_password_too_common');
    hidesAccounts = false;
    expect(await codeOf(reset(resets.tokenOf(second?._id ?? '')))).toBe('done');
    expect((await accounts.named('unseen@shop.example'))?.passwordHash).toBeTruthy();
    const { ACCOUNT_ENUMERATION: setting } = AuthSettings.shape;
    expect([undefined, 'cocart', 'hidden'].map((word) => setting.parse(word))).toEqual([
      'cocart',
      'cocart',
      'hidden',
    ]);
    expect(setting.safeParse('off').success).toBe(false);
  });

  test('can be disabled', async () => {
    mayRegister = false;
    expect(await codeOf(register())).toBe('service_registration_disabled');
    mayRegister = true;
    const { REGISTRATION: setting } = AuthSettings.shape;
    expect([undefined, 'on', 'off'].map((word) => setting.parse(word))).toEqual([true, true, false]);
    expect(setting.safeParse('no').success).toBe(false);
  });
});

describe("a customer's own account", () => {
  test('is only for customers, and changes names and addresses without ending logins', async () => {
    const { id } = await register();
    expect(await codeOf(ask(readOwnAccount, {}))).toBe('service_access_my_account_denied');
    const addresses = { billing: { city: 'Paris' } };
    const changed = await ask(changeOwnAccount, { change: { lastName: 'Ray' }, addresses, address }, id);
    expect(changed.tokens).toBe(null);
    const { account } = await ask(readOwnAccount, {}, id);
    expect([account.lastName, account.addresses.billing.city]).toEqual(['Ray', 'Paris']);
    expect(account.addresses.billing.lastName).toBe('Ray');
  });

  test('a change of the email address needs the password, ends logins, and is refused for an address in use', async () => {
    const [{ id }, other] = [await register(), await register()];
    const to = (email: string, currentPassword = '') =>
      ask(changeOwnAccount, { change: { email }, currentPassword, address }, id);
    expect(await codeOf(to('new@shop.example'))).toBe('service_current_password_wrong');
    expect(await codeOf(to(other.email, password))).toBe('service_account_email_already_registered');
    expect((await to('new@shop.example', password)).tokens?.token).toBe(`token of ${id} 1`);
  });

  test('a change of the password needs the old password and ends logins', async () => {
    const { id } = await register();
    const change = (currentPassword: string, chosen: string) =>
      ask(changeOwnPassword, { currentPassword, password: chosen, address }, id);
    expect(await codeOf(change('wrong', 'a third password'))).toBe('service_current_password_wrong');
    counted.length = 0;
    expect(await codeOf(change(password, 'aaaaaaaaaaaa'))).toBe('service_password_too_common');
    expect(counted).toEqual(['look', 'weak password']);
    expect((await change(password, 'a third password')).tokens.token).toBe(`token of ${id} 1`);
    expect(counted).toContain(`password ${id}`);
    expect(await codeOf(change(password, 'a fourth password'))).toBe('service_current_password_wrong');
  });
});

test.each([
  [
    'password',
    (id: number, family: string) =>
      ask(
        changeOwnPassword,
        { currentPassword: password, password: 'a third password', family, address },
        id,
      ),
  ],
  [
    'email address',
    (id: number, family: string) =>
      ask(
        changeOwnAccount,
        { change: { email: `new${id}@shop.example` }, currentPassword: password, family, address },
        id,
      ),
  ],
])(
  'a new %s with an access token gives a login that ends when the replaced login would end',
  async (_what, change) => {
    const { id } = await register();
    const account = await accounts.byId(id);
    if (!account) throw new Error('no account');
    await tokens.begin(account, 'api_key');
    const { family = '', notAfter } = issued.at(-1) ?? {};
    clock += 9_000_000;
    expect(await codeOf(change(id, 'a login that has ended'))).toBe('service_authentication_error');
    const { refreshToken = '' } = (await change(id, family)).tokens ?? {};
    const replacing = issued.at(-1) ?? { family, notAfter: 0 };
    expect(replacing.family).not.toBe(family);
    expect(replacing.notAfter).toBe(notAfter);
    const families = engine.connection.collection<{ _id: string; method: string }>('token_families');
    expect(await families.findOne({ _id: replacing.family })).toMatchObject({ method: 'api_key' });
    clock += 1_000_000;
    expect(await tokens.refresh(refreshToken, ['cartwright'])).toBe(null);
    clock -= 10_000_000;
  },
);

describe('a forgotten password', () => {
  test('is requested with the same reply and the same members in the database, whether or not the account exists', async () => {
    const { id, email } = await register();
    const known = await ask(requestPasswordReset, { identifier: email, address });
    const unknown = await ask(requestPasswordReset, { identifier: 'nobody@shop.example', address });
    expect(JSON.stringify(unknown)).toBe(JSON.stringify(known));
    const [second, first] = await requests();
    expect([first?.account, second?.account]).toEqual([id, null]);
    expect(Object.keys(second ?? {})).toEqual(Object.keys(first ?? {}));
    expect(counted).toEqual(expect.arrayContaining([`reset ${email}`, 'reset nobody@shop.example']));
  });

  test('is reset once, even by two concurrent requests, and the reset ends logins', async () => {
    const { id, email, username } = await register();
    const [token, other] = [await requestReset(email), await requestReset(username)];
    expect(JSON.stringify(await requests())).not.toContain(token);
    counted.length = 0;
    expect(await codeOf(reset(token, 'aaaaaaaaaaaa'))).toBe('service_password_too_common');
    expect(counted).toEqual(['look', 'look', 'weak password']);
    const both = await Promise.all([codeOf(reset(token)), codeOf(reset(token))]);
    expect(both.toSorted()).toEqual(['done', badToken]);
    expect((await accounts.byId(id))?.generation).toBe(1);
    expect([await codeOf(reset(token)), await codeOf(reset(other))]).toEqual([badToken, badToken]);
  });

  test('has a token that expires after half an hour; a wrong token counts as a failed login', async () => {
    const { email } = await register();
    const token = await requestReset(email);
    const unsent = await requestReset('nobody@shop.example');
    clock += 1_800_000;
    counted.length = 0;
    expect(await codeOf(reset(token))).toBe(badToken);
    expect(await codeOf(reset(unsent))).toBe(badToken);
    expect(counted).toEqual(['look', 'failure', 'look', 'failure']);
    clock -= 1_800_000;
    expect(await codeOf(reset(token))).toBe('done');
  });

  test('gets a token although the account has three tokens that a new password has made invalid', async () => {
    const { id, email } = await register();
    for (let more = 0; more < 4; more += 1) await requestReset(email);
    await ask(changeOwnPassword, { currentPassword: password, password: 'a third password', address }, id);
    expect(await codeOf(reset(await requestReset(email)))).toBe('done');
  });

  test('has at most three requests per account that are published with their tokens', async () => {
    const { id, email } = await register();
    const token = await requestReset(email);
    for (let more = 0; more < 3; more += 1) await requestReset(email);
    await requestReset('nobody@shop.example');
    const published: AnyEvent[] = [];
    const relay = resetEventRelay({ publish: async (events) => void published.push(...events) }, resets);
    for (const fullDocument of (await requests()).slice(0, 5).reverse())
      await relay.publish({ operationType: 'insert', fullDocument } as never);
    expect(published.map(({ data }) => data)).toEqual([
      { account: id, token, expires: clock + 1_800_000 },
      { account: id, token: expect.any(String), expires: clock + 1_800_000 },
      { account: id, token: expect.any(String), expires: clock + 1_800_000 },
    ]);
  });
});

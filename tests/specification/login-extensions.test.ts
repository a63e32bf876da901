import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createAccount } from '#contracts/accounts.ts';
import { createApiKey } from '#contracts/api-keys.ts';
import { approveDevice, readLoginParameters } from '#contracts/login-extensions.ts';
import { countryDatabase } from '#platform/testing/country-database.ts';
import { type IdTokens, idTokens } from '#platform/testing/id-tokens.ts';
import { runCli } from '#platform/testing/import-shop.ts';
import { type Operator, operatorOf } from '#platform/testing/operator.ts';
import { slapdFixture } from '#platform/testing/slapd.ts';
import { type RunningSystem, startSystem } from '#platform/testing/system.ts';
import { type Answer, basic, Client, verdict } from '../security/client.ts';

const startMs = 120_000;
const dayMs = 86_400_000;
const password = 'pässwörd: of the staff';
const device = 'a-device-of-tests';
const mounts = { service: '', cocart: '/wp-json/cocart' } as const;

/** Who logs in, and what is asked of their role beside what everybody is asked. */
const people = { cleo: 'customer', ada: 'administrator', mia: 'shop_manager', nina: 'night_shift' } as const;
type Name = keyof typeof people;
const directory = slapdFixture({ mia: 'right horse' });

/** From where: a country that may, one that is blocked, one that is not among the approved ones. */
const from = { germany: '192.0.2.7', korea: '198.51.100.7', france: '2001:db8::7', nowhere: '203.0.113.7' };
const countries = { '192.0.2.0/24': 'DE', '198.51.100.0/24': 'KP', '2001:db8::/32': 'FR' };

/** An extension of the shop's own: asks for a badge, tells what it sees, and trusts key pairs no more than passwords. */
const badge = `
const told = (event, { id }, { method, params }, endpoint, permission) =>
  ({ event, account: id, method, staff_number: params.staff_number, endpoint, permission });
export default {
  name: 'badge',
  create: (_settings, { logger }) => ({
    service_login_collection_params: (additional) => [
      ...additional,
      {
        name: 'staff_number',
        description: 'Number on the badge',
        type: 'string',
        pattern: '^ *[0-9]{6} *$',
        sanitize: (number) => number.trim(),
      },
    ],
    service_login_secure_auth_methods: (methods) => methods.filter((method) => method !== 'api_key'),
    service_login_permission_callback(permission, user, request, endpoint) {
      logger.info(told('badge_asked', user, request, endpoint, permission), 'asked');
      if (permission !== true || request.params.staff_number === '123456') return permission;
      const required = request.params.staff_number === undefined;
      const data = required ? { status: 400, staff_number_required: true } : { status: 403 };
      return { code: 'service_staff_number_' + (required ? 'required' : 'unknown'), message: 'No.', data };
    },
    service_login_permission_granted(user, request, endpoint) {
      logger.info(told('badge_granted', user, request, endpoint), 'granted');
    },
  }),
};
`;

let folder: string;
let provider: IdTokens;
let system: RunningSystem;
let operator: Operator;
let client: Client;
const ids = {} as Record<Name, number>;

/** Day and hour at which those of the night shift may log in next: never now. */
const opening = new Date(Math.floor(Date.now() / dayMs + 3) * dayMs + 9 * 3_600_000);
const openingDay = opening.toLocaleDateString('en-GB', { weekday: 'short', timeZone: 'UTC' }).toLowerCase();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cartwright-extensions-'));
  const [module, database] = [join(folder, 'badge.mjs'), join(folder, 'countries.mmdb')];
  await writeFile(module, badge);
  await writeFile(database, countryDatabase(countries));
  provider = await idTokens();
  const settings = {
    client: { clients: { web: {}, ios: { minimum: '2.1.0' } } },
    geo: { database, allow: ['DE'], block: ['KP'] },
    schedule: { time_zone: 'UTC', weekly: { [openingDay]: ['09:00-17:00'] }, roles: ['night_shift'] },
    device: {},
    ldap: {
      url: directory.missing === null ? directory.url : 'ldap://127.0.0.1:1',
      user_dn: 'cn={username},dc=example',
      roles: ['shop_manager'],
    },
    sso: { issuer: provider.issuer, audience: 'shop', keys_url: provider.keysUrl },
    'admin-verification': {},
  };
  const env = {
    TRUSTED_PROXIES: '127.0.0.1',
    LOGIN_EXTENSIONS: [...Object.keys(settings), module, 'audit'].join(','),
    LOGIN_EXTENSION_SETTINGS: JSON.stringify(settings),
  };
  system = await startSystem({ env });
  for (const secret of [password, 'right horse']) system.secret(secret);
  operator = await operatorOf(system);
  client = await Client.of(system);
  for (const [username, role] of Object.entries(people)) {
    const person = { username, email: `${username}@example.com`, role, password };
    ids[username as Name] = (await operator.ask(createAccount, person)).account.id;
    if (username !== 'cleo') await operator.ask(approveDevice, { reference: username, device });
  }
  await runCli(system.dataDir, ['devices', 'approve', 'cleo', device]);
}, startMs);
afterAll(async () => {
  await client?.[Symbol.asyncDispose]();
  await operator?.[Symbol.asyncDispose]();
  await system?.stop();
  await provider?.[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
}, startMs);

/** What a login brings. What is undefined is left out. */
interface Brought {
  readonly authorization?: string;
  readonly address?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
}

/** A login with everything that everybody is asked for, but for what is said. Again where nobody had the time for it. */
async function login(
  name: Name,
  { authorization = basic(name, password), address = from.germany, headers, body = {} }: Brought = {},
  mount: string = mounts.service,
): Promise<Answer> {
  const sent = {
    headers: { authorization, 'x-forwarded-for': address, ...(headers ?? { 'x-client-id': 'web' }) },
    body: { device_id: device, staff_number: '123456', ...body },
  };
  for (let tries = 5; ; tries -= 1) {
    const answer = await client.send('POST', `${mount}/v2/login`, sent);
    const isLate = answer.status === 503 || answer.body.code?.endsWith('_login_denied');
    if (!isLate || tries === 1) return answer;
  }
}

/** Shows that a login is refused with exactly this, under the name that each mount has for it. */
async function refused(
  name: Name,
  brought: Brought,
  [code, status, data = {}]: readonly [string, number, object?],
): Promise<void> {
  for (const [prefix, mount] of Object.entries(mounts)) {
    const answer = await login(name, brought, mount);
    const body = { code: `${prefix}_${code}`, message: expect.any(String), data: { status, ...data } };
    expect([answer.status, answer.body]).toEqual([status, body]);
  }
}

/** The token of a login that is granted. */
async function granted(name: Name, brought: Brought = {}): Promise<string> {
  const { status, body } = await login(name, brought);
  expect([status, body]).toMatchObject([200, { success: true, data: { user_id: ids[name] } }]);
  system.secret(body.data.jwt_token);
  return body.data.jwt_token;
}

/** What auth has logged as these events of an account, in the order of time. */
async function logged(event: string, name: Name): Promise<Record<string, unknown>[]> {
  const lines = (await system.logs('auth-1')).split('\n').filter((line) => line.includes(`"${event}"`));
  return lines.map((line) => JSON.parse(line)).filter(({ account }) => account === ids[name]);
}

const refusals: readonly (readonly [row: string, name: Name, Brought, number, object?])[] = [
  ['unknown_client', 'cleo', { headers: { 'x-client-id': 'other' } }, 400],
  [
    'outdated_client',
    'cleo',
    { headers: { 'x-client-id': 'ios', 'x-app-version': '2.0.9' } },
    426,
    { current_version: '2.0.9', minimum_version: '2.1.0' },
  ],
  ['geo_blocked', 'cleo', { address: from.korea }, 403, { country_code: 'KP' }],
  ['geo_restricted', 'cleo', { address: from.france }, 403, { country_code: 'FR' }],
  [
    'time_restricted',
    'nina',
    {},
    403,
    { current_time: expect.stringMatching(/^\d{4}-.*Z$/), next_available: opening.toISOString() },
  ],
  ['device_id_required', 'cleo', { body: { device_id: undefined } }, 400],
  [
    'device_not_registered',
    'cleo',
    { body: { device_id: 'another-device' } },
    403,
    { device_registration_required: true },
  ],
  ['ldap_required', 'mia', {}, 400, { ldap_required: true }],
  ['sso_invalid', 'cleo', { body: { sso_token: 'no token' } }, 401],
  ['admin_verification_required', 'ada', {}, 400, { admin_verification_required: true }],
  ['admin_verification_invalid', 'ada', { body: { verification_code: '000000' } }, 401],
];

test.each(refusals)(
  '[7 service_%s] is what a login is refused with',
  async (code, name, brought, ...rest) => {
    await refused(name, brought, [code, ...rest]);
  },
);

test('[7 service_ldap_invalid] is what a wrong password of the directory is refused with', async ({
  skip,
}) => {
  skip(directory.missing !== null, `slapd is not to be had: ${directory.missing}`);
  await refused('mia', { body: { ldap_token: 'wrong horse' } }, ['ldap_invalid', 401]);
  await granted('mia', { body: { ldap_token: 'right horse' } });
});

test('[7 service_rate_limited] is the answer to the sixth failure, with the seconds to wait', async () => {
  const wrong = { authorization: basic('cleo', 'wrong'), address: from.nowhere };
  for (let n = 0; n < 5; n += 1) {
    expect(verdict(await login('cleo', wrong))).toBe('401 service_authentication_error');
  }
  const retryAfter = expect.toSatisfy((seconds) => seconds >= 1 && seconds <= 60);
  await refused('cleo', wrong, ['rate_limited', 429, { retry_after: retryAfter, limit: 5, window: 60 }]);
});

test('a version that there is not is refused on both mounts', async () => {
  for (const [prefix, mount] of Object.entries(mounts)) {
    const { body } = await client.send('POST', `${mount}/v3/login`, { body: {} });
    expect(body).toEqual({
      code: `${prefix}_unsupported_version`,
      message: expect.any(String),
      data: { status: 400, requested_version: 'v3', supported_versions: expect.any(Array) },
    });
  }
});

test('with everything right an administrator logs in, and a code that was good is not again', async () => {
  const enrolled = JSON.parse(await runCli(system.dataDir, ['verification', 'enrol', 'ada', '--json']));
  system.secret(enrolled.secret);
  const authenticator = new TOTP({ secret: Secret.fromBase32(enrolled.secret) });
  await runCli(system.dataDir, ['verification', 'confirm', 'ada', authenticator.generate()]);
  // A code is good once, and that of the next period already.
  const code = authenticator.generate({ timestamp: Date.now() + 30_000 });
  const token = await provider.token({ email: 'ada@example.com', email_verified: true });
  const body = { verification_code: code, sso_token: token };
  const headers = { 'x-client-id': 'ios', 'x-app-version': '2.1.0' };
  await granted('ada', { headers, body });
  await refused('ada', { headers, body }, ['admin_verification_invalid', 401]);
});

test('[1 rule 4] the login asks what a module of the shop demands', async () => {
  await refused('cleo', { body: { staff_number: '654321' } }, ['staff_number_unknown', 403]);
  await granted('cleo');
});

test('[4.3 flow 3] an extension is told by which method somebody has come', async () => {
  await granted('cleo');
  const [asked] = (await logged('badge_asked', 'cleo')).slice(-1);
  expect(asked).toMatchObject({ method: 'basic_auth', endpoint: 'login' });
});

test('[4.3 flow 4] the filters run in their order, all of them', async () => {
  const bare = { headers: {}, body: { device_id: undefined, staff_number: undefined } };
  await refused('cleo', { ...bare, address: from.korea }, ['unknown_client', 400]);
  const { headers: _none, ...known } = bare;
  await refused('cleo', { ...known, address: from.korea }, ['geo_blocked', 403, { country_code: 'KP' }]);
  await refused('cleo', known, ['device_id_required', 400]);
});

const staffNumber = ['staff_number_required', 400, { staff_number_required: true }] as const;

test('[4.3 flow 5] an error tells what is still required', async () => {
  await refused('cleo', { body: { staff_number: undefined } }, staffNumber);
});

test('[4.3 flow 6] the login succeeds once that is given', async () => {
  await refused('cleo', { body: { staff_number: undefined } }, staffNumber);
  await granted('cleo', { body: { staff_number: '123456' } });
});

test('[5 service_login_permission_callback] is handed permission, user, request and endpoint, and denies', async () => {
  const before = (await logged('badge_asked', 'cleo')).length;
  await refused('cleo', { body: { staff_number: '000000' } }, ['staff_number_unknown', 403]);
  const asked = (await logged('badge_asked', 'cleo')).slice(before);
  const one = { permission: true, account: ids.cleo, staff_number: '000000', endpoint: 'login' };
  expect(asked).toMatchObject([one, one]);
});

/** That so many more grants are told of than before. */
async function toldOfOne(event: string, method: string, work: () => Promise<unknown>): Promise<void> {
  const before = (await logged(event, 'cleo')).length;
  await work();
  await vi.waitFor(async () => {
    const told = (await logged(event, 'cleo')).slice(before);
    expect(told).toMatchObject([{ account: ids.cleo, method, endpoint: 'login' }]);
  }, 10_000);
}

test('[5 service_login_permission_granted] is told of a grant once, and of a refusal never', async () => {
  await toldOfOne('badge_granted', 'basic_auth', async () => {
    await login('cleo', { address: from.korea });
    await granted('cleo');
  });
});

test('[6 permission granted] the audit writes one line for a login that passed all checks', async () => {
  await toldOfOne('permission_granted', 'basic_auth', async () => {
    await login('cleo', { body: { device_id: undefined } });
    await granted('cleo');
  });
  expect(await system.logs('auth-1')).not.toContain('cleo@example.com');
});

test('[5 service_login_secure_auth_methods] decides which methods are asked nothing further', async () => {
  const asked = { permissions: 'read_write', description: 'of mia', user: 'mia' } as const;
  const { consumerKey, consumerSecret } = await operator.ask(createApiKey, asked);
  system.secret(consumerSecret);
  const authorization = basic(consumerKey, consumerSecret);
  await refused('mia', { authorization, headers: {} }, ['unknown_client', 400]);
});

test('[5 extension rule 2] a login by a bearer token is asked nothing, and told of', async () => {
  const authorization = `Bearer ${await granted('cleo')}`;
  const nothing = { headers: {}, body: { device_id: undefined, staff_number: undefined } };
  await toldOfOne('permission_granted', 'jwt', () =>
    granted('cleo', { authorization, address: from.korea, ...nothing }),
  );
});

test('[5 service_login_collection_params] adds parameters, which are checked and sanitised', async () => {
  const { parameters } = await operator.ask(readLoginParameters, {});
  const description = 'Number on the badge';
  expect(parameters).toContainEqual({
    ...{ name: 'staff_number', description, type: 'string', required: false },
    pattern: '^ *[0-9]{6} *$',
  });
  for (const bad of ['12345', 123456, ['123456']]) {
    const { status, body } = await login('cleo', { body: { staff_number: bad } });
    expect([status, body]).toMatchObject([400, { code: 'rest_invalid_param' }]);
    expect(Object.keys(body.data.params)).toEqual(['staff_number']);
  }
  await granted('cleo', { body: { staff_number: ' 123456 ' } });
});

test('[5 extension rule 1] what one has refused stays refused as it is, whatever the next would say', async () => {
  const before = (await logged('badge_asked', 'cleo')).length;
  await refused('cleo', { address: from.korea }, ['geo_blocked', 403, { country_code: 'KP' }]);
  expect(await logged('badge_asked', 'cleo')).toHaveLength(before);
});

test('[5 extension rule 3] what is missing is 400, what is wrong 401, what is not allowed 403', async () => {
  const statuses = [
    await login('cleo', { body: { device_id: undefined } }),
    await login('cleo', { body: { sso_token: 'a.b.c' } }),
    await login('cleo', { address: from.korea }),
  ].map(({ status }) => status);
  expect(statuses).toEqual([400, 401, 403]);
});

test('[5 extension rule 4] the data of an error name what the client has to bring', async () => {
  await refused('mia', {}, ['ldap_required', 400, { ldap_required: true }]);
  await refused('cleo', { body: { staff_number: undefined } }, staffNumber);
});

test('[9.4 extension points] are there in this version, for modules that ship and for others', async () => {
  const { extensions } = await operator.ask(readLoginParameters, {});
  expect(extensions).toEqual([
    ...['client', 'geo', 'schedule', 'device', 'ldap', 'sso', 'admin-verification'],
    ...['badge', 'audit'],
  ]);
});

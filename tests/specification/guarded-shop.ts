import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { createAccount } from '#contracts/accounts.ts';
import { approveDevice } from '#contracts/login-extensions.ts';
import { type Answer, basic, Client } from '#testing/client.ts';
import { countryDatabase } from '#testing/country-database.ts';
import { type IdTokens, idTokens } from '#testing/id-tokens.ts';
import { runCli } from '#testing/import-shop.ts';
import { type Operator, operatorOf } from '#testing/operator.ts';
import { retryWhileBusy } from '#testing/retry-while-busy.ts';
import { slapdFixture } from '#testing/slapd.ts';
import { type RunningSystem, startSystem } from '#testing/system.ts';

const startMs = 600_000;
const dayMs = 86_400_000;
const device = 'a-device-of-tests';

export const password = 'pässwörd: of the staff';
export const mounts = { service: '', cocart: '/wp-json/cocart' } as const;

/**
 * People and their customer roles. For a login, customers need a device, administrators a code, shop managers a
 * password of the LDAP directory. The night shift must log in during opening hours. Wholesalers need only their
 * password.
 */
const people = {
  cleo: 'customer',
  ada: 'administrator',
  mia: 'shop_manager',
  nina: 'night_shift',
  walt: 'wholesale',
} as const;
type Name = keyof typeof people;

/**
 * Client addresses outside the allowed country: in a blocked country, in a country that is not approved, and
 * without a known country.
 */
export const from = { korea: '198.51.100.7', france: '2001:db8::7', nowhere: '203.0.113.7' } as const;
const countries = { '192.0.2.0/24': 'DE', '198.51.100.0/24': 'KP', '2001:db8::/32': 'FR' };

/** Start of the next opening hours of the night shift: 09:00 UTC, at least two days from now. */
export const opening = new Date(Math.floor(Date.now() / dayMs + 3) * dayMs + 9 * 3_600_000);
const openingDay = opening.toLocaleDateString('en-GB', { weekday: 'short', timeZone: 'UTC' }).toLowerCase();

/**
 * The source of a login extension of the shop. The extension requires a badge number, logs its input, and
 * also checks key pairs.
 */
const badge = `
const entry = (event, { id }, { method, params }, endpoint, permission) =>
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
      logger.info(entry('badge_asked', user, request, endpoint, permission), 'asked');
      if (permission === true && request.headers['x-staff'] === 'revoked')
        return { code: 'service_staff_revoked', message: 'No.', data: { status: 403 } };
      if (permission !== true || user.role === 'wholesale' || request.params.staff_number === '123456') return permission;
      const required = request.params.staff_number === undefined;
      const data = required ? { status: 400, staff_number_required: true } : { status: 403 };
      return { code: 'service_staff_number_' + (required ? 'required' : 'unknown'), message: 'No.', data };
    },
    service_login_permission_granted(user, request, endpoint) {
      logger.info(entry('badge_granted', user, request, endpoint), 'granted');
    },
  }),
};
`;

/**
 * Changes of the data that a login sends. An undefined member of the body is not sent. A function is called for each
 * login, for values that count once.
 */
interface LoginChanges {
  readonly authorization?: string;
  readonly address?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
}

/** A system with all shipped login extensions, one extension of the shop, and people who log in. */
export class GuardedShop {
  readonly directory = slapdFixture({ mia: 'right horse' });
  readonly ids = {} as Record<Name, number>;
  system!: RunningSystem;
  operator!: Operator;
  client!: Client;
  provider!: IdTokens;
  #folder = '';
  #logins = 0;

  /** Starts the system before the tests of a file, and stops the system after the tests. */
  constructor() {
    beforeAll(() => this.#open(), startMs);
    afterAll(() => this.#close(), startMs);
  }

  /** Sends a login with all required data. The given changes replace members. */
  async login(
    name: Name,
    {
      authorization = basic(name, password),
      address = this.#address(),
      headers,
      body = {},
    }: LoginChanges = {},
    mount: string = mounts.service,
  ): Promise<Answer> {
    const values = Object.entries(body).map(async ([member, value]) => [
      member,
      typeof value === 'function' ? await value() : value,
    ]);
    const sent = {
      headers: { authorization, 'x-forwarded-for': address, ...(headers ?? { 'x-client-id': 'web' }) },
      body: { device_id: device, staff_number: '123456', ...Object.fromEntries(await Promise.all(values)) },
    };
    for (let tries = 5; ; tries -= 1) {
      const answer = await retryWhileBusy(() => this.client.send('POST', `${mount}/v2/login`, sent));
      if (!answer.body.code?.endsWith('_login_denied') || tries === 1) return answer;
    }
  }

  /**
   * Checks that every mount refuses a login with exactly this answer. The prefix of the code depends on the
   * mount.
   */
  async refused(
    name: Name,
    changes: LoginChanges,
    [code, status, data = {}]: readonly [string, number, object?],
  ): Promise<void> {
    for (const [prefix, mount] of Object.entries(mounts)) {
      const answer = await this.login(name, changes, mount);
      const body = { code: `${prefix}_${code}`, message: expect.any(String), data: { status, ...data } };
      expect([answer.status, answer.body]).toEqual([status, body]);
    }
  }

  /** Returns the token of a successful login. */
  async granted(name: Name, changes: LoginChanges = {}): Promise<string> {
    const { status, body } = await this.login(name, changes);
    expect([status, body]).toMatchObject([200, { success: true, data: { user_id: this.ids[name] } }]);
    this.system.secret(body.data.jwt_token);
    return body.data.jwt_token;
  }

  /** Returns the log entries of the auth service about this event and account, oldest first. */
  async logged(event: string, name: Name): Promise<Record<string, unknown>[]> {
    const lines = (await this.system.logs('auth-1'))
      .split('\n')
      .filter((line) => line.includes(`"${event}"`));
    return lines.map((line) => JSON.parse(line)).filter(({ account }) => account === this.ids[name]);
  }

  /**
   * Returns a new address in the allowed country. Each login needs a new address, because failures count by
   * address.
   */
  #address(): string {
    this.#logins += 1;
    return `192.0.2.${this.#logins % 256}`;
  }

  /** Returns the settings of the shipped login extensions, in the order in which they check a login. */
  #settings(database: string) {
    const { missing, url } = this.directory;
    const { issuer, keysUrl } = this.provider;
    return {
      client: { clients: { web: {}, ios: { minimum: '2.1.0' } } },
      geo: { database, allow: ['DE'], block: ['KP'] },
      schedule: { time_zone: 'UTC', weekly: { [openingDay]: ['09:00-17:00'] }, roles: ['night_shift'] },
      device: { roles: ['customer'] },
      ldap: {
        url: missing === null ? url : 'ldap://127.0.0.1:1',
        user_dn: 'cn={username},dc=example',
        roles: ['shop_manager'],
      },
      sso: { issuer, audience: 'shop', keys_url: keysUrl },
      'admin-verification': {},
    };
  }

  async #open(): Promise<void> {
    this.#folder = await mkdtemp(join(tmpdir(), 'cartwright-extensions-'));
    const [module, database] = [join(this.#folder, 'badge.mjs'), join(this.#folder, 'countries.mmdb')];
    await writeFile(module, badge);
    await writeFile(database, countryDatabase(countries));
    this.provider = await idTokens();
    const settings = this.#settings(database);
    const env = {
      TRUSTED_PROXIES: '127.0.0.1',
      LOGIN_EXTENSIONS: [...Object.keys(settings), module, 'audit'].join(','),
      LOGIN_EXTENSION_SETTINGS: JSON.stringify(settings),
    };
    this.system = await startSystem({ env });
    for (const secret of [password, 'right horse']) this.system.secret(secret);
    this.operator = await operatorOf(this.system);
    this.client = await Client.of(this.system);
    for (const name of Object.keys(people) as Name[]) {
      const person = { username: name, email: `${name}@example.com`, role: people[name], password };
      this.ids[name] = (await this.operator.ask(createAccount, person)).account.id;
      if (name !== 'cleo') await this.operator.ask(approveDevice, { reference: name, device });
    }
    await runCli(this.system.dataDir, ['devices', 'approve', 'cleo', device]);
  }

  async #close(): Promise<void> {
    await this.client?.[Symbol.asyncDispose]();
    await this.operator?.[Symbol.asyncDispose]();
    await this.system?.stop();
    await this.provider?.[Symbol.asyncDispose]();
    await rm(this.#folder, { recursive: true, force: true });
  }
}

import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Engine } from '#platform/mongodb/engine.ts';
import { createLogger } from '#platform/service/logger.ts';
import { mongodFixture } from '#testing/engines.ts';
import { idTokens } from '#testing/id-tokens.ts';
import { DeviceStore } from '../store/devices.ts';
import { Verification } from '../store/verification.ts';
import type { LoginHooks } from './extension.ts';
import {
  ana,
  attempts,
  failed,
  logged,
  logger,
  login,
  networks,
  passed,
  refusedBy,
} from './extensions.fixture.ts';
import { loadLoginExtensions } from './loader.ts';
import { LoginExtensions } from './runner.ts';

const mongod = mongodFixture();
let now = Date.parse('2026-11-25T22:30:00Z');
let engine: Engine;
let devices: DeviceStore;
let verification: Verification;

beforeAll(async () => {
  engine = new Engine(mongod.url, createLogger('test', 'silent'));
  devices = new DeviceStore(engine);
  const secret = 'a secret of tests, 32 characters or more';
  verification = new Verification(engine, { secret, now: () => now });
  await engine.start(async () => {});
});
afterAll(() => engine.close());

async function extensions(settings: Record<string, object>, further: string[] = []) {
  const names = [...Object.keys(settings), ...further];
  const deps = { logger, now: () => now, devices, verification, spendIdToken: async () => true };
  const { loaded, declared } = await loadLoginExtensions(names, JSON.stringify(settings), deps);
  return new LoginExtensions(loaded, declared, { attempts, networks, logger });
}

/** Returns the expected code and data of a refusal. */
const denial = (code: string, status: number, more: object = {}) => ({
  code,
  data: { status, ...more },
});

test('a device is pending until it is approved, and must be approved again after its removal', async () => {
  const all = await extensions({ device: {} });
  expect(await login(all)).toEqual(denial('service_device_id_required', 400));
  const body = { device_id: 'device-0001' };
  const waits = denial('service_device_not_registered', 403, { device_registration_required: true });
  expect(await login(all, { body })).toEqual(waits);
  expect(await devices.of(7)).toMatchObject([{ id: 'device-0001', state: 'pending' }]);
  await devices.approve(7, 'device-0001', now);
  expect(await login(all, { body })).toBe(true);
  await devices.remove(7, 'device-0001');
  expect(await login(all, { body })).toEqual(waits);
  for (let n = 0; n < 12; n += 1) await devices.seen(7, `device-of-many-${n}`, now + n);
  expect(await devices.of(7)).toHaveLength(10);
});

test('a verification code is accepted only once, and only after the enrolment was confirmed', async () => {
  const all = await extensions({ 'admin-verification': {} });
  const required = { admin_verification_required: true };
  expect(await login(all)).toEqual(denial('service_admin_verification_required', 400, required));
  const { secret } = await verification.enrol(7, 'ana');
  const codeAt = (timestamp: number) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
  const invalid = denial('service_admin_verification_invalid', 401);
  expect(await login(all, { body: { verification_code: codeAt(now) } })).toEqual(invalid);
  await verification.confirm(7, codeAt(now));
  expect(await login(all, { body: { verification_code: codeAt(now) } })).toEqual(invalid);
  now += 30_000;
  expect(await login(all, { body: { verification_code: codeAt(now) } })).toBe(true);
  expect(await login(all, { body: { verification_code: codeAt(now) } })).toEqual(invalid);
  expect(passed.at(-1)).toEqual([7, 'login', '192.0.2.1']);
  expect(failed).toContainEqual({ name: 7, address: '192.0.2.1' });
  await expect(verification.enrol(7, 'ana')).rejects.toMatchObject({ code: 'service_verification_exists' });
});

test('countries are blocked, restricted or accepted by the header of the settings', async () => {
  const all = await extensions({ geo: { header: 'CF-IPCountry', allow: ['DE', 'FR'], block: ['KP'] } });
  const from = (country: string) => login(all, { headers: { 'cf-ipcountry': country } });
  expect(await from('KP')).toEqual(denial('service_geo_blocked', 403, { country_code: 'KP' }));
  expect(await from('us')).toEqual(denial('service_geo_restricted', 403, { country_code: 'US' }));
  expect(await from('DE')).toBe(true);
  expect(await login(all)).toEqual(denial('service_geo_restricted', 403, { country_code: 'ZZ' }));
});

test('outside the weekly hours and on holidays, the answer contains the next opening', async () => {
  const weekly = { wed: ['09:00-17:00'], thu: ['09:00-17:00'], fri: ['09:00-17:00'] };
  const settings = { time_zone: 'America/New_York', weekly, holidays: ['2026-11-26'] };
  const all = await extensions({ schedule: settings });
  now = Date.parse('2026-11-25T22:30:00Z');
  const current = { current_time: '2026-11-25T22:30:00.000Z', next_available: '2026-11-27T14:00:00.000Z' };
  expect(await login(all)).toEqual(denial('service_time_restricted', 403, current));
  now = Date.parse('2026-11-27T14:00:00Z');
  expect(await login(all)).toBe(true);
});

test('hours past midnight are two ranges, without a gap between them', async () => {
  const weekly = { fri: ['22:00-24:00'], sat: ['00:00-06:00'] };
  const all = await extensions({ schedule: { time_zone: 'UTC', weekly } });
  const minutes = ['27T21:59', '27T22:00', '27T23:59', '28T00:00', '28T05:59', '28T06:00'];
  const open: boolean[] = [];
  for (const minute of minutes) {
    now = Date.parse(`2026-11-${minute}:00Z`);
    open.push((await login(all)) === true);
  }
  expect(open).toEqual([false, true, true, true, true, false]);
});

test('only known clients with a recent version are accepted', async () => {
  const all = await extensions({ client: { clients: { web: {}, ios: { minimum: '2.1.0' } } } });
  const by = (id: string, version = '') =>
    login(all, { headers: { 'x-client-id': id, 'x-app-version': version } });
  expect(await by('other')).toEqual(denial('service_unknown_client', 400));
  expect(await by('web')).toBe(true);
  const old = { current_version: '2.1.0-beta.1', minimum_version: '2.1.0' };
  expect(await by('ios', '2.1.0-beta.1')).toEqual(denial('service_outdated_client', 426, old));
  expect(await by('ios', '2.1')).toBe(true);
  const none = { current_version: '', minimum_version: '2.1.0' };
  expect(await login(all, { headers: { 'x-client-id': 'ios' } })).toEqual(
    denial('service_outdated_client', 426, none),
  );
});

test("single sign-on accepts the provider's tokens for the email address of the account", async () => {
  await using provider = await idTokens();
  const { issuer, keysUrl } = provider;
  const all = await extensions({ sso: { issuer, audience: 'shop', keys_url: keysUrl } });
  const token = (email: string, audience?: string) => provider.token({ email }, audience);
  const by = (sso: string) => login(all, { body: { sso_token: sso } });
  const invalid = denial('service_sso_invalid', 401);
  expect(await login(all)).toBe(true);
  expect(await by(await token('Ana@example.com'))).toBe(true);
  expect(await by(await token('bob@example.com'))).toEqual(invalid);
  expect(await by(await token('ana@example.com', 'other'))).toEqual(invalid);
  expect(await by('no token')).toEqual(invalid);
});

test('the directory must accept the password, and logins are refused while it does not answer', async () => {
  const all = await extensions({ ldap: { url: 'ldap://127.0.0.1:1', user_dn: 'uid={username},dc=example' } });
  expect(await login(all)).toEqual(denial('service_ldap_required', 400, { ldap_required: true }));
  const away = denial('service_unavailable', 503, { retry_after: 5 });
  expect(await login(all, { body: { ldap_token: 'secret' } })).toEqual(away);
});

test('several extensions each refuse their own cases, skip secure methods, and log a granted login as one line of ids', async () => {
  const all = await extensions({ client: { clients: { web: {} } }, device: {} }, ['audit']);
  expect(await login(all)).toEqual(denial('service_unknown_client', 400));
  const headers = { 'x-client-id': 'web' };
  expect(await login(all, { headers })).toEqual(denial('service_device_id_required', 400));
  logged.length = 0;
  expect(await login(all, {}, 'jwt')).toBe(true);
  expect(logged).toEqual([{ event: 'permission_granted', account: 7, method: 'jwt', endpoint: 'login' }]);
});

test('a request with a password that is no login is checked as a login without parameters; no hook is called when it is granted', async () => {
  await using provider = await idTokens();
  const { issuer, keysUrl } = provider;
  const sso = { issuer, audience: 'shop', keys_url: keysUrl, required: true };
  const geo = { header: 'x-country', block: ['KP'] };
  const all = await extensions({ geo, sso }, ['audit']);
  const answerOf = (from: LoginExtensions, country: string) =>
    from
      .permitRequest(ana, { body: {}, headers: { 'x-country': country }, address: '192.0.2.1' })
      .then(() => true, refusedBy);
  expect(await answerOf(all, 'DE')).toMatchObject({ code: 'rest_missing_callback_param' });
  const geoAlone = await extensions({ geo }, ['audit']);
  logged.length = 0;
  expect(await answerOf(geoAlone, 'KP')).toMatchObject({ code: 'service_geo_blocked' });
  expect(await answerOf(geoAlone, 'DE')).toBe(true);
  expect(logged).toEqual([]);
  const spared: LoginHooks = { service_login_secure_auth_methods: (methods) => [...methods, 'basic_auth'] };
  const trusting = new LoginExtensions([{ name: 'trusting', hooks: spared }], [], {
    attempts,
    networks,
    logger,
  });
  expect(await answerOf(trusting, 'KP')).toBe(true);
  const audit = await extensions({}, ['audit']);
  expect([all, geoAlone, audit].map(({ mayRefuse }) => mayRefuse)).toEqual([true, true, false]);
});

test("the error codes of an operator's own extension are returned unchanged, and its parameters are checked", async () => {
  const all = await extensions({ invitation: { codes: ['spring-2026'] } }, []).catch(() => null);
  expect(all).toBeNull();
  const path = './examples/login-extension/invitation.ts';
  const settings = JSON.stringify({ invitation: { codes: ['spring-2026'] } });
  const deps = { logger, now: () => now, devices, verification, spendIdToken: async () => true };
  const { loaded, declared } = await loadLoginExtensions([path], settings, deps);
  const own = new LoginExtensions(loaded, declared, { attempts, networks, logger });
  const customer = { ...ana, role: 'customer' };
  const by = (body: object) =>
    own
      .permit(customer, 'basic_auth', { body: { ...body }, headers: {}, address: '' })
      .then(() => true, refusedBy);
  const required = denial('service_invitation_required', 400, { invitation_required: true });
  expect(await by({})).toMatchObject(required);
  expect(await by({ invitation: ' Spring-2026' })).toBe(true);
  expect(await by({ invitation: '<>' })).toMatchObject({ code: 'rest_invalid_param' });
  expect(await by({ invitation: 5 })).toMatchObject({ code: 'rest_invalid_param' });
});

test('invalid settings prevent the start with an error that does not contain their values', async () => {
  await expect(extensions({ geo: { allow: ['DE'] } })).rejects.toThrow(
    /geo has bad settings: .*database or a header/,
  );
  const misspelt = loadLoginExtensions(['geo'], '{"ego": {}}', {
    logger,
    now: Date.now,
    devices,
    verification,
    spendIdToken: async () => true,
  });
  await expect(misspelt).rejects.toThrow('there is no extension ego among those of LOGIN_EXTENSIONS');
  const path = extensions({}, ['./examples/nothing-here.ts']);
  await expect(path).rejects.toThrow(/LOGIN_EXTENSIONS: .*nothing-here\.ts cannot be loaded/);
});

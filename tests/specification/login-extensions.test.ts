import { isDeepStrictEqual } from 'node:util';
import { Secret, TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import { createApiKey } from '#contracts/api-keys.ts';
import { readLoginParameters } from '#contracts/login-extensions.ts';
import { runCli } from '#testing/import-shop.ts';
import { basic, verdict } from '../security/client.ts';
import { from, GuardedShop, mounts, opening } from './guarded-shop.ts';

const shop = new GuardedShop();

test('[7 service_unknown_client] is for a client whose header nobody knows', async () => {
  await shop.refused('cleo', { headers: { 'x-client-id': 'other' } }, ['unknown_client', 400]);
});

test('[7 service_outdated_client] is for a client below the least version', async () => {
  const headers = { 'x-client-id': 'ios', 'x-app-version': '2.0.9' };
  const versions = { current_version: '2.0.9', minimum_version: '2.1.0' };
  await shop.refused('cleo', { headers }, ['outdated_client', 426, versions]);
});

test('[7 service_geo_blocked] tells the country that is blocked', async () => {
  await shop.refused('cleo', { address: from.korea }, ['geo_blocked', 403, { country_code: 'KP' }]);
});

test('[7 service_geo_restricted] tells the country that is not among the approved ones', async () => {
  await shop.refused('cleo', { address: from.france }, ['geo_restricted', 403, { country_code: 'FR' }]);
});

test('[7 service_time_restricted] tells the time and when the next login may be', async () => {
  const current = expect.stringMatching(/^\d{4}-.*Z$/);
  const times = { current_time: current, next_available: opening.toISOString() };
  await shop.refused('nina', {}, ['time_restricted', 403, times]);
});

test('[7 service_device_id_required] is for a login without a device', async () => {
  await shop.refused('cleo', { body: { device_id: undefined } }, ['device_id_required', 400]);
});

test('[7 service_device_not_registered] is for a device that nobody has approved', async () => {
  const data = { device_registration_required: true };
  await shop.refused('cleo', { body: { device_id: 'another-device' } }, ['device_not_registered', 403, data]);
});

test('[7 service_ldap_required] is for those who need a token of the directory', async () => {
  await shop.refused('mia', {}, ['ldap_required', 400, { ldap_required: true }]);
});

test('[7 service_sso_invalid] is for a token that the provider has not made for this account', async () => {
  for (const token of ['no token', await shop.provider.token({ email: 'ada@example.com' })]) {
    await shop.refused('cleo', { body: { sso_token: token } }, ['sso_invalid', 401]);
  }
});

test('[7 service_admin_verification_required] is for an administrator without a code', async () => {
  await shop.refused('ada', {}, ['admin_verification_required', 400, { admin_verification_required: true }]);
});

test('[7 service_admin_verification_invalid] is for a code that nobody is enrolled for', async () => {
  const body = { verification_code: '000000' };
  await shop.refused('ada', { body }, ['admin_verification_invalid', 401]);
});

test('[7 service_ldap_invalid] is what a wrong password of the directory is refused with', async ({
  skip,
}) => {
  skip(shop.directory.missing !== null, `slapd is not to be had: ${shop.directory.missing}`);
  await shop.refused('mia', { body: { ldap_token: 'wrong horse' } }, ['ldap_invalid', 401]);
  await shop.granted('mia', { body: { ldap_token: 'right horse' } });
});

test('[7 service_rate_limited] is the answer to the sixth failure, with the seconds to wait', async () => {
  const authorization = basic('cleo', 'wrong');
  const five = Array(5).fill('401 service_authentication_error');
  let wrong = { authorization, address: '' };
  let verdicts: string[] = [];
  // On a busy machine an attempt may end with 503 and be counted before its repetition: another address starts anew.
  for (const address of [from.nowhere, '192.0.2.171', '192.0.2.172']) {
    if (isDeepStrictEqual(verdicts, five)) break;
    [wrong, verdicts] = [{ authorization, address }, []];
    for (let n = 0; n < 5; n += 1) verdicts.push(verdict(await shop.login('cleo', wrong)));
  }
  expect(verdicts).toEqual(five);
  const retryAfter = expect.toSatisfy((seconds) => seconds >= 1 && seconds <= 60);
  await shop.refused('cleo', wrong, ['rate_limited', 429, { retry_after: retryAfter, limit: 5, window: 60 }]);
});

test('[7 service_unsupported_version] is for a version that there is not, on both mounts', async () => {
  for (const [prefix, mount] of Object.entries(mounts)) {
    const { body } = await shop.client.send('POST', `${mount}/v3/login`, { body: {} });
    expect(body).toEqual({
      code: `${prefix}_unsupported_version`,
      message: expect.any(String),
      data: { status: 400, requested_version: 'v3', supported_versions: expect.any(Array) },
    });
  }
});

test('[7 service_admin_verification_invalid] is for a code that was good before, with all else right', async () => {
  const enrolled = JSON.parse(await runCli(shop.system.dataDir, ['verification', 'enrol', 'ada', '--json']));
  shop.system.secret(enrolled.secret);
  const authenticator = new TOTP({ secret: Secret.fromBase32(enrolled.secret) });
  await runCli(shop.system.dataDir, ['verification', 'confirm', 'ada', authenticator.generate()]);
  // A code is valid once; that of the next period already is.
  const code = authenticator.generate({ timestamp: Date.now() + 30_000 });
  const token = await shop.provider.token({ email: 'ada@example.com', email_verified: true });
  const body = { verification_code: code, sso_token: token };
  const headers = { 'x-client-id': 'ios', 'x-app-version': '2.1.0' };
  await shop.granted('ada', { headers, body });
  await shop.refused('ada', { headers, body }, ['admin_verification_invalid', 401]);
});

test('[1 rule 4] the login asks what a module of the shop demands', async () => {
  await shop.refused('cleo', { body: { staff_number: '654321' } }, ['staff_number_unknown', 403]);
  await shop.granted('cleo');
});

test('[4.3 flow 3] an extension is told by which method somebody has come', async () => {
  await shop.granted('cleo');
  const [asked] = (await shop.logged('badge_asked', 'cleo')).slice(-1);
  expect(asked).toMatchObject({ method: 'basic_auth', endpoint: 'login' });
});

test('[4.3 flow 4] the filters run in their order, all of them', async () => {
  const bare = { headers: {}, body: { device_id: undefined, staff_number: undefined } };
  await shop.refused('cleo', { ...bare, address: from.korea }, ['unknown_client', 400]);
  const { headers: _none, ...known } = bare;
  await shop.refused('cleo', { ...known, address: from.korea }, ['geo_blocked', 403, { country_code: 'KP' }]);
  await shop.refused('cleo', known, ['device_id_required', 400]);
});

const staffNumber = ['staff_number_required', 400, { staff_number_required: true }] as const;

test('[4.3 flow 5] an error tells what is still required', async () => {
  await shop.refused('cleo', { body: { staff_number: undefined } }, staffNumber);
});

test('[4.3 flow 6] the login succeeds once that is given', async () => {
  await shop.refused('cleo', { body: { staff_number: undefined } }, staffNumber);
  await shop.granted('cleo', { body: { staff_number: '123456' } });
});

test('[5 service_login_permission_callback] is handed permission, user, request and endpoint, and denies', async () => {
  const before = (await shop.logged('badge_asked', 'cleo')).length;
  await shop.refused('cleo', { body: { staff_number: '000000' } }, ['staff_number_unknown', 403]);
  const asked = async () => (await shop.logged('badge_asked', 'cleo')).slice(before);
  const one = { permission: true, account: shop.ids.cleo, staff_number: '000000', endpoint: 'login' };
  await expect.poll(async () => (await asked()).length).toBeGreaterThan(1);
  expect(await asked()).toMatchObject([one, one]);
});

/** Checks that one permission is logged meanwhile. The answer does not wait for the log line. */
async function loggedOnce(event: string, method: string, work: () => Promise<unknown>): Promise<void> {
  const before = (await shop.logged(event, 'cleo')).length;
  await work();
  const entries = async () => (await shop.logged(event, 'cleo')).slice(before);
  await expect.poll(async () => (await entries()).length).toBeGreaterThan(0);
  expect(await entries()).toMatchObject([{ account: shop.ids.cleo, method, endpoint: 'login' }]);
}

test('[5 service_login_permission_granted] is told of a grant once, and of a refusal never', async () => {
  await loggedOnce('badge_granted', 'basic_auth', async () => {
    await shop.login('cleo', { address: from.korea });
    await shop.granted('cleo');
  });
});

test('[6 permission granted] the audit writes one line for a login that passed all checks', async () => {
  await loggedOnce('permission_granted', 'basic_auth', async () => {
    await shop.login('cleo', { body: { device_id: undefined } });
    await shop.granted('cleo');
  });
  expect(await shop.system.logs('auth-1')).not.toContain('cleo@example.com');
});

test('[5 service_login_secure_auth_methods] decides which methods are asked nothing further', async () => {
  const asked = { permissions: 'read_write', description: 'of mia', user: 'mia' } as const;
  const { consumerKey, consumerSecret } = await shop.operator.ask(createApiKey, asked);
  shop.system.secret(consumerSecret);
  const authorization = basic(consumerKey, consumerSecret);
  await shop.refused('mia', { authorization, headers: {} }, ['unknown_client', 400]);
});

test('[5 extension rule 2] a login by a bearer token is asked nothing, and told of', async () => {
  const authorization = `Bearer ${await shop.granted('cleo')}`;
  const nothing = { headers: {}, body: { device_id: undefined, staff_number: undefined } };
  await loggedOnce('permission_granted', 'jwt', () =>
    shop.granted('cleo', { authorization, address: from.korea, ...nothing }),
  );
});

test('[5 service_login_collection_params] adds parameters, which are checked and sanitised', async () => {
  const { parameters } = await shop.operator.ask(readLoginParameters, {});
  const description = 'Number on the badge';
  expect(parameters).toContainEqual({
    ...{ name: 'staff_number', description, type: 'string', required: false },
    pattern: '^ *[0-9]{6} *$',
  });
  for (const bad of ['12345', 123456, ['123456']]) {
    const { status, body } = await shop.login('cleo', { body: { staff_number: bad } });
    expect([status, body]).toMatchObject([400, { code: 'rest_invalid_param' }]);
    expect(Object.keys(body.data.params)).toEqual(['staff_number']);
  }
  await shop.granted('cleo', { body: { staff_number: ' 123456 ' } });
});

test('[5 extension rule 1] what one has refused stays refused as it is, whatever the next would say', async () => {
  const before = (await shop.logged('badge_asked', 'cleo')).length;
  await shop.refused('cleo', { address: from.korea }, ['geo_blocked', 403, { country_code: 'KP' }]);
  expect(await shop.logged('badge_asked', 'cleo')).toHaveLength(before);
});

test('[5 extension rule 3] what is missing is 400, what is wrong 401, what is not allowed 403', async () => {
  const statuses = [
    await shop.login('cleo', { body: { device_id: undefined } }),
    await shop.login('cleo', { body: { sso_token: 'a.b.c' } }),
    await shop.login('cleo', { address: from.korea }),
  ].map(({ status }) => status);
  expect(statuses).toEqual([400, 401, 403]);
});

test('[5 extension rule 4] the data of an error name what the client has to bring', async () => {
  await shop.refused('mia', {}, ['ldap_required', 400, { ldap_required: true }]);
  await shop.refused('cleo', { body: { staff_number: undefined } }, staffNumber);
});

test('[9.4 extension points] are there in this version, for modules that ship and for others', async () => {
  const { extensions } = await shop.operator.ask(readLoginParameters, {});
  expect(extensions).toEqual([
    ...['client', 'geo', 'schedule', 'device', 'ldap', 'sso', 'admin-verification'],
    ...['badge', 'audit'],
  ]);
});

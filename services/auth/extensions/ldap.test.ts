import { expect, test } from 'vitest';
import { slapdFixture } from '#testing/slapd.ts';
import ldap from './ldap.ts';

const directory = slapdFixture({ ana: 'right horse', b$$b: 'right horse' });
const deps = { logger: { info() {}, warn() {}, error() {} }, now: () => 0 };

/** Returns the extension's answer to a login with a directory password: true, or the code of an error. */
async function answerTo(settings: object, token: string, username = 'ana') {
  const read = ldap.settings?.safeParse({ url: directory.url, ...settings });
  if (!read?.success) throw new Error('bad settings');
  const { service_login_permission_callback: permit } = await ldap.create(read.data, deps);
  const names = { username, firstName: '', lastName: '', displayName: '' };
  const user = { id: 7, email: 'ana@example.com', phone: '', role: 'customer', ...names };
  const params = { ldap_token: token };
  const request = {
    method: 'basic_auth',
    isLogin: true,
    params,
    body: params,
    headers: {},
    address: '',
  } as const;
  const answer = await permit?.(true, user, request, 'login');
  return typeof answer === 'object' ? answer.code : answer;
}

test('only the right password of the entry in a real directory is accepted', async (context) => {
  context.skip(directory.missing !== null, `slapd is not to be had: ${directory.missing}`);
  const byName = { user_dn: 'cn={username},dc=example' };
  const bySearch = { search: { base: 'dc=example', attribute: 'cn' } };
  for (const settings of [byName, bySearch]) {
    expect(await answerTo(settings, 'right horse')).toBe(true);
    expect(await answerTo(settings, 'wrong horse')).toBe('service_ldap_invalid');
    expect(await answerTo(settings, '')).toBe('service_ldap_required');
    expect(await answerTo(settings, 'right horse', 'nobody')).toBe('service_ldap_invalid');
    expect(await answerTo(settings, 'right horse', 'ana,dc=example')).toBe('service_ldap_invalid');
    expect(await answerTo(settings, 'right horse', 'an*')).toBe('service_ldap_invalid');
    expect(await answerTo(settings, 'right horse', 'b$$b')).toBe(true);
  }
});

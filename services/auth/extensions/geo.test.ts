import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countryDatabase } from '#testing/country-database.ts';
import geo from './geo.ts';

let folder: string;
let database: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cartwright-geo-'));
  database = join(folder, 'countries.mmdb');
  const countries = { '192.0.2.0/24': 'DE', '198.51.100.128/25': 'KP', '2001:db8:1::/48': 'FR' };
  await writeFile(database, countryDatabase(countries));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Returns the answer to a login from each address: true, or the code and country of the error. */
async function answersTo(settings: object, ...from: (string | Record<string, string>)[]) {
  const read = geo.settings?.safeParse(settings);
  if (!read?.success) throw new Error('bad settings');
  const deps = { logger: { info() {}, warn() {}, error() {} }, now: () => 0 };
  const { service_login_permission_callback: permit } = await geo.create(read.data, deps);
  const names = { username: 'ana', firstName: '', lastName: '', displayName: '' };
  const user = { id: 7, email: 'ana@example.com', phone: '', role: 'customer', ...names };
  const answers = from.map((one) => {
    const { address = '', ...headers } = typeof one === 'string' ? { address: one } : one;
    const request = { method: 'basic_auth', isLogin: true, params: {}, body: {}, headers, address } as const;
    return permit?.(true, user, request, 'login');
  });
  return (await Promise.all(answers)).map((answer) =>
    typeof answer === 'object' ? `${answer.code} ${answer.data.country_code}` : answer,
  );
}

test('a database has the country of IPv4 and IPv6 addresses, exact to the last bit of a network', async () => {
  const inside = ['192.0.2.255', '2001:db8:1:ffff::1'];
  const outside = ['192.0.3.0', '198.51.100.127', '2001:db8:2::', '::1'];
  expect(await answersTo({ database, allow: ['DE', 'fr'] }, ...inside, '198.51.100.128', ...outside)).toEqual(
    [true, true, 'service_geo_restricted KP', ...outside.map(() => 'service_geo_restricted ZZ')],
  );
});

test('an unknown country is accepted when only blocked countries are listed, unless the settings have another rule', async () => {
  const block = ['KP'];
  expect(await answersTo({ database, block }, '198.51.100.200', '192.0.2.1', '203.0.113.1')).toEqual([
    'service_geo_blocked KP',
    true,
    true,
  ]);
  expect(await answersTo({ database, block, unknown: 'restricted' }, '203.0.113.1')).toEqual([
    'service_geo_restricted ZZ',
  ]);
  expect(await answersTo({ database, allow: ['DE'], unknown: 'allowed' }, '203.0.113.1')).toEqual([true]);
});

test('a header with a country has precedence over the database; a header without a known country is ignored', async () => {
  const settings = { database, header: 'CF-IPCountry', allow: ['DE'] };
  const by = (country: string) => ({ address: '192.0.2.1', 'cf-ipcountry': country });
  expect(await answersTo(settings, by('US'), by('XX'), by('T1'), by('DE'))).toEqual([
    'service_geo_restricted US',
    true,
    true,
    true,
  ]);
});

test('an invalid database ends the start with an error that names the file', async () => {
  const path = join(folder, 'none.mmdb');
  await writeFile(path, 'no database');
  for (const bad of [path, join(folder, 'missing.mmdb'), folder])
    await expect(answersTo({ database: bad, block: ['KP'] })).rejects.toThrow(
      `its database ${bad} cannot be read as one of MaxMind (.mmdb): `,
    );
});

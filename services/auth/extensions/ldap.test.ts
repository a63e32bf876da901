import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { debianPackage } from '../../../dev/engines/debian.ts';
import { withLock } from '../../../dev/lock.mjs';
import { freePort } from '../../../dev/ports.ts';
import { enginesFolder, environment } from '../../../dev/settings.ts';
import ldap from './ldap.ts';

let folder = '';
let url = '';
let slapd: ChildProcess | undefined;
/** Why there is no directory here; null when there is one. */
let missing: string | null = null;

/** The folder of slapd out of its Debian package, fetched once for this user. */
async function obtained(): Promise<string> {
  const engines = enginesFolder(environment);
  const kept = join(engines, 'slapd');
  return withLock(
    join(engines, 'slapd.lock'),
    () => undefined,
    async () => {
      if (existsSync(join(kept, 'bin/slapd'))) return kept;
      const temporary = `${kept}.tmp-${process.pid}`;
      await mkdir(temporary, { recursive: true });
      await debianPackage('slapd', 'usr/sbin/slapd', 'slapd').fetch(temporary);
      await rename(temporary, kept);
      return kept;
    },
  );
}

const entries = `dn: dc=example
objectClass: dcObject
objectClass: organization
dc: example
o: Example

dn: cn=ana,dc=example
objectClass: person
cn: ana
sn: Ana
userPassword: right horse

`;

beforeAll(async () => {
  try {
    const kept = await obtained();
    const { mkdtemp } = await import('node:fs/promises');
    const { tmpdir } = await import('node:os');
    folder = await mkdtemp(join(tmpdir(), 'cartwright-slapd-'));
    await mkdir(join(folder, 'data'));
    const config = join(folder, 'slapd.conf');
    await writeFile(join(folder, 'entries.ldif'), entries);
    await writeFile(
      config,
      [
        `include ${kept}/root/etc/ldap/schema/core.schema`,
        `modulepath ${kept}/root/usr/lib/ldap`,
        'moduleload back_mdb',
        `pidfile ${folder}/slapd.pid`,
        'database mdb',
        'suffix "dc=example"',
        `directory ${folder}/data`,
        '',
      ].join('\n'),
    );
    const program = join(kept, 'bin/slapd');
    const load = ['-T', 'add', '-f', config, '-l', join(folder, 'entries.ldif')];
    execFileSync(program, load, { stdio: 'ignore' });
    url = `ldap://127.0.0.1:${await freePort(undefined)}`;
    slapd = spawn(program, ['-d', '0', '-f', config, '-h', url], { stdio: 'ignore' });
    const { connect } = await import('node:net');
    const port = Number(new URL(url).port);
    const answers = () =>
      new Promise<boolean>((done) => {
        const socket = connect(port, '127.0.0.1', () => done(socket.destroy() !== undefined));
        socket.once('error', () => done(false));
      });
    for (let round = 0; !(await answers()) && round < 400; round += 1)
      await new Promise((done) => setTimeout(done, 25));
  } catch (error) {
    missing = error instanceof Error ? error.message : String(error);
  }
}, 120_000);
afterAll(async () => {
  if (slapd && slapd.exitCode === null) {
    const ended = new Promise((done) => slapd?.once('exit', done));
    slapd.kill('SIGKILL');
    await ended;
  }
  if (folder) await rm(folder, { recursive: true, force: true });
});

const parts = { logger: { info() {}, warn() {}, error() {} }, now: () => 0 };

/** What the extension says of somebody with a token; its code for an error. */
async function asked(settings: object, token: string, username = 'ana') {
  const read = ldap.settings?.safeParse({ url, ...settings });
  if (!read?.success) throw new Error('bad settings');
  const { service_login_permission_callback: permit } = await ldap.create(read.data, parts);
  const names = { username, firstName: '', lastName: '', displayName: '' };
  const user = { id: 7, email: 'ana@example.com', phone: '', role: 'customer', ...names };
  const params = { ldap_token: token };
  const request = { method: 'basic_auth', params, body: params, headers: {}, address: '' } as const;
  const said = await permit?.(true, user, request, 'login');
  return typeof said === 'object' ? said.code : said;
}

test('a real directory takes the right password of the entry alone', async (context) => {
  if (missing !== null) context.skip(`slapd is not to be had: ${missing}`);
  const byName = { user_dn: 'cn={username},dc=example' };
  const bySearch = { search: { base: 'dc=example', attribute: 'cn' } };
  for (const settings of [byName, bySearch]) {
    expect(await asked(settings, 'right horse')).toBe(true);
    expect(await asked(settings, 'wrong horse')).toBe('service_ldap_invalid');
    expect(await asked(settings, '')).toBe('service_ldap_required');
    expect(await asked(settings, 'right horse', 'nobody')).toBe('service_ldap_invalid');
    expect(await asked(settings, 'right horse', 'ana,dc=example')).toBe('service_ldap_invalid');
    expect(await asked(settings, 'right horse', 'an*')).toBe('service_ldap_invalid');
  }
});

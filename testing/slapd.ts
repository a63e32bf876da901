import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { withLock } from '../dev/base/lock.mjs';
import { freePort } from '../dev/base/ports.ts';
import { enginesFolder, environment } from '../dev/base/settings.ts';
import { acceptsConnections } from '../dev/engines/clusters/node-process.ts';
import { debianPackage } from '../dev/engines/debian.ts';
import { untilUsable } from './engine-process.ts';

/**
 * A real LDAP directory for one test file, below `dc=example`. Only tests can use the members, because `beforeAll`
 * starts the directory.
 */
interface Directory {
  readonly url: string;
  /**
   * Why the directory is not available, if its Debian package cannot be downloaded; null if the directory is available.
   */
  readonly missing: string | null;
}

/**
 * Returns the folder with slapd from its Debian package. Downloads the package only once, and keeps it for later
 * runs.
 */
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

const root = `dn: dc=example
objectClass: dcObject
objectClass: organization
dc: example
o: Example
`;

const entryOf = (name: string, password: string) => `dn: cn=${name},dc=example
objectClass: person
cn: ${name}
sn: ${name}
userPassword: ${password}
`;

const configuration = (kept: string, folder: string) => `include ${kept}/root/etc/ldap/schema/core.schema
modulepath ${kept}/root/usr/lib/ldap
moduleload back_mdb
pidfile ${folder}/slapd.pid
database mdb
suffix "dc=example"
directory ${folder}/data
`;

/**
 * Starts slapd for the current test file. `people` has names with passwords, and each name becomes the entry
 * `cn=NAME,dc=example`.
 */
export function slapdFixture(people: Readonly<Record<string, string>>): Directory {
  let folder = '';
  let url = '';
  let slapd: ChildProcess | undefined;
  let missing: string | null = null;
  const start = async () => {
    const kept = await obtained();
    folder = await mkdtemp(join(tmpdir(), 'cartwright-slapd-'));
    await mkdir(join(folder, 'data'));
    const [config, entries] = [join(folder, 'slapd.conf'), join(folder, 'entries.ldif')];
    await writeFile(config, configuration(kept, folder));
    const written = Object.entries(people).map(([name, password]) => entryOf(name, password));
    await writeFile(entries, [root, ...written].join('\n'));
    const program = join(kept, 'bin/slapd');
    execFileSync(program, ['-T', 'add', '-f', config, '-l', entries], { stdio: 'ignore' });
    const port = await freePort(undefined);
    url = `ldap://127.0.0.1:${port}`;
    slapd = spawn(program, ['-d', '0', '-f', config, '-h', url], { stdio: 'ignore' });
    await untilUsable(() => acceptsConnections(port));
  };
  beforeAll(async () => {
    await start().catch((error: unknown) => {
      missing = error instanceof Error ? error.message : String(error);
    });
  }, 120_000);
  afterAll(async () => {
    if (slapd && slapd.exitCode === null) {
      const ended = new Promise((done) => slapd?.once('exit', done));
      slapd.kill('SIGKILL');
      await ended;
    }
    if (folder) await rm(folder, { recursive: true, force: true });
  });
  return {
    get url() {
      return url;
    },
    get missing() {
      return missing;
    },
  };
}

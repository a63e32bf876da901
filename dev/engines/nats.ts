import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { onPath, run } from '../commands.ts';
import { passwordVariable, type RoleName, roles } from '../roles.ts';
import { type Environment, root } from '../settings.ts';
import { debianPackage } from './debian.ts';
import type { Engine, Source } from './obtain.ts';

const MODULE = 'github.com/nats-io/nats-server/v2@v2.14.9';

/** Debian's is older and comes in seconds; compiling takes one to three minutes, by how busy the machine is. */
const fromGo: Source = {
  title: `${MODULE} (go install, one to three minutes)`,
  async fetch(folder) {
    const go = onPath('go');
    if (!go) throw new Error('go is not installed');
    await mkdir(join(folder, 'bin'), { recursive: true });
    await run(go, ['install', '-ldflags=-s -w', MODULE], {
      env: { GOBIN: join(folder, 'bin'), CGO_ENABLED: '0' },
      timeoutMs: 600_000,
    });
  },
};

export const nats: Engine = {
  program: 'nats-server',
  minimum: [2, 9],
  variable: 'NATS_URL',
  sources: [debianPackage('nats-server', 'usr/sbin/nats-server', 'nats-server'), fromGo],
};

/** Arguments of a private nats-server: the same configuration as in docker-compose.yml. */
export function natsArguments(): string[] {
  return ['--config', join(root, 'deploy/nats.conf')];
}

/** How often events go to the disk: each at once, or where a server before 2.10 does not know that, very often. */
export async function syncIntervalOf(program: string): Promise<string> {
  const printed = await run(program, ['--version'], { timeoutMs: 20_000 });
  const [, major, minor] = /(\d+)\.(\d+)/.exec(printed) ?? [];
  return Number(major) > 2 || Number(minor) >= 10 ? 'always' : '100ms';
}

/** What deploy/nats.conf reads from the environment. */
export function natsEnvironment(
  dataDir: string,
  syncInterval: string,
  port: number,
  passwords: Readonly<Record<RoleName, string>>,
): Environment {
  const entries = roles.map(({ name }) => [passwordVariable(name), passwords[name]]);
  return {
    NATS_HOST: '127.0.0.1',
    NATS_PORT: String(port),
    NATS_STORE_DIR: join(dataDir, 'nats'),
    NATS_SYNC_INTERVAL: syncInterval,
    ...Object.fromEntries(entries),
  };
}

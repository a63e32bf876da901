import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import mongoose from 'mongoose';
import type { RunningSystem } from '#testing/system.ts';

/** Finds the primary of MongoDB or a master of Redis in a system of `npm run cluster`: `redis-1`, for example. */
export class Nodes {
  readonly #system: RunningSystem;

  constructor(system: RunningSystem) {
    this.#system = system;
  }

  async primaryOfMongodb(): Promise<string> {
    const client = new mongoose.mongo.MongoClient(this.#system.mongodbUrl);
    try {
      const { primary } = await client.db('admin').command({ hello: 1 });
      const ports = await this.#ports('mongodb/ports.json');
      return `mongodb-${1 + ports.indexOf(Number(String(primary).split(':')[1]))}`;
    } finally {
      await client.close();
    }
  }

  async masterOfRedis(): Promise<string> {
    const { username, password } = new URL(this.#system.redisUrl.replace(/,.*/, ''));
    const login = { username: decodeURIComponent(username), password: decodeURIComponent(password) };
    // The file has the ports for clients, then as many ports for the cluster bus.
    const ports = await this.#ports('redis/redis-ports.json');
    for (const [index, port] of ports.slice(0, ports.length / 2).entries()) {
      const redis = new Redis(port, '127.0.0.1', login);
      const [role] = (await redis.call('ROLE').finally(() => redis.disconnect())) as [string];
      if (role === 'master') return `redis-${index + 1}`;
    }
    throw new Error('no node of Redis is a master');
  }

  async #ports(file: string): Promise<number[]> {
    return JSON.parse(await readFile(join(this.#system.dataDir, 'clusters', file), 'utf8'));
  }
}

import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { createConnection } from 'mongoose';
import { expect, onTestFinished, test } from 'vitest';
import { dataFolder } from '#testing/data-folder.ts';
import { mongoVersion } from '../reach.ts';
import { startMongodbSet } from './mongodb-set.ts';

const password = () => randomBytes(16).toString('hex');
const secrets = {
  mongodbKey: randomBytes(48).toString('base64'),
  operator: password(),
  data: {
    CATALOGUE_MONGODB_URL: password(),
    AUTH_MONGODB_URL: password(),
    EVENTS_MONGODB_URL: password(),
    CONNECT_MONGODB_URL: password(),
    AUTH_REDIS_URL: password(),
    CART_REDIS_URL: password(),
  },
};

test('a replica set with users accepts writes of a service, also after a restart', async () => {
  const folder = await dataFolder();
  const first = await startMongodbSet({ folder, secrets, electionTimeoutMs: 1_000 });
  onTestFinished(async () => {
    await first.close();
    await rm(folder, { recursive: true });
  });
  const write = async (url: string) => {
    const service = await createConnection(url).asPromise();
    await service.collection('products').insertOne({ at: 1 });
    const count = await service.collection('products').countDocuments();
    await expect(service.collection('accounts').findOne({})).rejects.toThrow('not authorized');
    await service.close();
    return count;
  };
  expect(await write(first.dataUrl('CATALOGUE_MONGODB_URL'))).toBe(1);
  expect(await mongoVersion(first.url)).toMatch(/^\d+\.\d+/);
  await first.close();
  const again = await startMongodbSet({ folder, secrets });
  onTestFinished(() => again.close());
  expect(again.url).toBe(first.url);
  expect(await write(again.dataUrl('CATALOGUE_MONGODB_URL'))).toBe(2);
});

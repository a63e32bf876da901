// Answers the requests of floors (minimal servers for comparison) over NATS. With a Redis URL, reads or writes a Redis
// key before each answer.
import { Redis } from 'ioredis';
import { connect } from 'nats';
import { body } from './body.ts';

process.once('disconnect', () => process.exit());
const [, , servers = '', subject = '', redisUrl = ''] = process.argv;
const redis = redisUrl === '' ? null : new Redis(redisUrl);
await redis?.set('floor', body);
let written = 0;

async function answer(): Promise<Uint8Array> {
  if (!redis) return body;
  if (subject.endsWith('read')) return (await redis.getBuffer('floor')) ?? body;
  written += 1;
  await redis.set(`floor:${written % 10_000}`, body);
  return body;
}

const nats = await connect({ servers });
nats.subscribe(subject, {
  queue: subject,
  callback: async (_error, message) => void message.respond(await answer()),
});
await nats.flush();
process.send?.({ port: 0 });

// A minimal server for comparison: a node:http server that reads each answer from Redis.
import { Redis } from 'ioredis';
import { body, headers } from './body.ts';
import { serve } from './serve.ts';

const redis = new Redis(process.argv[2] ?? '');
await redis.set('floor', body);
serve(async (_request, response) => {
  response.writeHead(200, headers).end(await redis.getBuffer('floor'));
});

// A minimal server for comparison: a node:http server that writes to Redis and answers when the write is on disk. The
// writes use 10,000 different keys.
import { Redis } from 'ioredis';
import { body, headers } from './body.ts';
import { serve } from './serve.ts';

const redis = new Redis(process.argv[2] ?? '');
let written = 0;
serve(async (_request, response) => {
  written += 1;
  await redis.set(`floor:${written % 10_000}`, body);
  response.writeHead(200, headers).end(body);
});

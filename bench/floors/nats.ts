// Floor: node:http that asks a responder over NATS.
import { connect } from 'nats';
import { headers } from './body.ts';
import { serve } from './serve.ts';

const nats = await connect({ servers: process.argv[2] ?? '' });
const question = new Uint8Array();
serve(async (_request, response) => {
  const { data } = await nats.request('floor', question, { timeout: 2_000 });
  response.writeHead(200, headers).end(data);
});

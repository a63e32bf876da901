// Floor: node:http that asks a responder over NATS.
import { connect } from 'nats';
import { headers } from './body.ts';
import { serve } from './serve.ts';

const [, , servers = '', subject = ''] = process.argv;
const nats = await connect({ servers });
const question = new Uint8Array();
serve(async (_request, response) => {
  const { data } = await nats.request(subject, question, { timeout: 2_000 });
  response.writeHead(200, headers).end(data);
});

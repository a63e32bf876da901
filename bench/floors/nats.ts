// A minimal server for comparison: a node:http server that requests each answer from a responder over NATS.
import { connect } from 'nats';
import { headers } from './body.ts';
import { serve } from './serve.ts';

const [, , servers = '', subject = ''] = process.argv;
const nats = await connect({ servers });
const emptyRequest = new Uint8Array();
serve(async (_request, response) => {
  const { data } = await nats.request(subject, emptyRequest, { timeout: 2_000 });
  response.writeHead(200, headers).end(data);
});

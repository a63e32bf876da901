// A minimal server for comparison: a plain node:http server that answers with a prepared buffer.
import { body, headers } from './body.ts';
import { serve } from './serve.ts';

serve((_request, response) => {
  response.writeHead(200, headers).end(body);
});

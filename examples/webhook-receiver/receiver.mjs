// Receives the events of a shop (docs/webhooks.md) and prints them:
//
//   WEBHOOK_SECRET=whsec_… node examples/webhook-receiver/receiver.mjs 9000
//
// Needs Node 18 or later.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const secret = process.env.WEBHOOK_SECRET ?? '';
const [, , port = '9000'] = process.argv;
const maxBytes = 1_000_000;
const say = (text) => process.stdout.write(`${text}\n`);

function isGenuine(header, body, secret, nowSeconds = Date.now() / 1000) {
  const { t, v1 } = Object.fromEntries(header.split(',').map((part) => part.split('=')));
  const expected = createHmac('sha256', secret).update(`${t}.${body}`).digest();
  const given = Buffer.from(v1 ?? '', 'hex');
  return (
    given.length === expected.length && timingSafeEqual(given, expected) && Math.abs(nowSeconds - t) < 300
  );
}

/** Returns the text of a request's body; null if the body is longer than any event. */
async function bodyOf(request) {
  const chunks = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > maxBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

/**
 * Ids of events that were handled, because an event may be delivered twice. A real receiver stores the ids with its own
 * data.
 */
const seen = new Set();

/** Handles a request. Returns the HTTP status of the answer. */
async function handleEvent(request) {
  if (request.method !== 'POST') return 405;
  const body = await bodyOf(request);
  if (body === null) return 413;
  if (!isGenuine(request.headers['cartwright-signature'] ?? '', body, secret)) return 401;
  const event = JSON.parse(body);
  if (seen.has(event.id)) return 204;
  seen.add(event.id);
  if (seen.size > 10_000) seen.delete(seen.values().next().value);
  say(`${event.created_at} ${event.type} ${JSON.stringify(event.data)}`);
  return 204;
}

if (secret === '') {
  process.stderr.write('WEBHOOK_SECRET must be the secret that `webhooks create` has shown.\n');
  process.exit(1);
}
const server = createServer((request, response) => {
  handleEvent(request).then(
    (status) => response.writeHead(status, status === 413 ? { Connection: 'close' } : {}).end(),
    () => response.destroy(),
  );
});
server.listen(Number(port), '127.0.0.1', () => {
  say(`listening on http://127.0.0.1:${server.address().port}`);
});

import { setImmediate as nextTurn } from 'node:timers/promises';
import { headers } from 'nats';
import { expect, test } from 'vitest';
import { natsFixture } from '#testing/engines.ts';
import { connectNats } from './connection.ts';
import { RequestSender } from './sender.ts';

const nats = natsFixture();

test('an answer that arrived while the event loop was blocked is no missing answer', async () => {
  const connection = await connectNats('gateway', { NATS_URL: nats.url }, false);
  const sender = new RequestSender(connection);
  // NATS answers at once that no process serves the subject.
  const asked = sender.request('svc.nobody', new Uint8Array(), 100, headers());
  const answered = expect(asked).rejects.toMatchObject({ code: '503' });
  await nextTurn();
  for (const end = performance.now() + 300; performance.now() < end; );
  await answered;
  await connection.close();
});

test('a service that gets one request cannot answer another one', async () => {
  const connection = await connectNats('gateway', { NATS_URL: nats.url }, false);
  const other = await connectNats('gateway', { NATS_URL: nats.url }, false);
  const sender = new RequestSender(connection);
  let known = '';
  other.subscribe('svc.one', {
    callback: (_, message) => {
      known = message.reply ?? '';
      message.respond();
    },
  });
  other.subscribe('svc.other', { callback: () => undefined });
  await other.flush();
  await sender.request('svc.one', new Uint8Array(), 5_000, headers());
  const waiting = sender.request('svc.other', new Uint8Array(), 300, headers());
  const end = known.lastIndexOf('.') + 1;
  const [inbox, name] = [known.slice(0, end), known.slice(end)];
  // The names that a counter, in base 10, 16 or 36, gives to the next requests.
  for (const base of [10, 16, 36]) {
    for (let step = 1; step < 10; step += 1) {
      other.publish(`${inbox}${(Number.parseInt(name, base) + step).toString(base)}`, new Uint8Array());
    }
  }
  await expect(waiting).rejects.toMatchObject({ code: 'TIMEOUT' });
  for (const one of [connection, other]) await one.close();
});

test('a request that failed before it was sent is not sent any more', async () => {
  const connection = await connectNats('gateway', { NATS_URL: nats.url }, false);
  const sender = new RequestSender(connection);
  const lost = sender.request('svc.one', new Uint8Array(), 5_000, headers());
  sender.giveUp(new Error('given up'));
  await expect(lost).rejects.toThrow('given up');
  const before = connection.stats().outMsgs;
  await nextTurn();
  await connection.flush();
  expect(connection.stats().outMsgs).toBe(before);
  await connection.close();
});

test('a request on a closed connection fails at once', async () => {
  const connection = await connectNats('gateway', { NATS_URL: nats.url }, false);
  const sender = new RequestSender(connection);
  await connection.close();
  await nextTurn();
  const asked = sender.request('svc.one', new Uint8Array(), 60_000, headers());
  await expect(asked).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' });
});

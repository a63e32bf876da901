import { setImmediate as nextTurn } from 'node:timers/promises';
import { headers } from 'nats';
import { expect, test } from 'vitest';
import { natsFixture } from '#testing/engines.ts';
import { connectNats } from './connection.ts';
import { RequestSender } from './request-sender.ts';

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

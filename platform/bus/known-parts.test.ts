import { headers as newHeaders } from 'nats';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { ListedProduct } from '#contracts/listing.ts';
import { broadcastSubjectOf, operation, subjectOf } from '#contracts/operation.ts';
import { testSigner, testVerifier } from '#platform/bus/claim-keys.fixture.ts';
import { Metrics } from '#platform/service/metrics.ts';
import { busFixture, context, identity } from '#testing/bus.ts';
import { Caller } from './caller.ts';
import { Dispatcher } from './dispatcher.ts';
import { implement } from './implement.ts';
import { digestOf, KnownParts } from './known-parts.ts';
import { ReplyRecipients } from './reply-recipients.ts';
import { SerializedJson, withParts } from './serialized-parts.ts';
import { Server } from './server.ts';
import { acceptedParts, encode, encodeReply, operationHeader, separatePartsHeader } from './wire.ts';

const list = operation('test.list', {
  summary: 'A list of products',
  access: 'caller',
  effect: 'read',
  separateProducts: true,
  request: z.object({ names: z.array(z.string()) }),
  reply: z.object({ entries: z.array(z.custom<ListedProduct>()) }),
});
/** Two such parts are in one reply without their bytes, three are not. 400 are more than the gateway keeps. */
const partBytes = 60_000;
const manyParts = 400;
const { connection } = busFixture();

/** Starts a replica that lists products from serialized parts, and listens to its replies. */
async function lists() {
  const parts = new Map<string, SerializedJson<ListedProduct>>();
  const partOf = (name: string) => {
    const value = { product: { name, text: '-'.repeat(partBytes) }, reviews: [] };
    const part = parts.get(name) ?? SerializedJson.of(value as unknown as ListedProduct);
    parts.set(name, part);
    return part;
  };
  const served = implement(list, async ({ names }) => withParts('entries', names.map(partOf), {}));
  const dispatcher = new Dispatcher([served], pino({ level: 'silent' }), new Metrics('test'));
  await new Server(await connection(), dispatcher, testVerifier).start(identity);
  const observer = await connection();
  const sizes: number[] = [];
  const requests: string[] = [];
  for (const inbox of ['_INBOX_gateway.>', '_INBOX_cli.>']) {
    observer.subscribe(inbox, {
      callback: (_error, { data }) => void (data.length > 2 && sizes.push(data.length)),
    });
  }
  observer.subscribe(subjectOf(list, 'caller'), {
    callback: (_error, { subject }) => void requests.push(subject),
  });
  await observer.flush();
  return {
    change: (name: string) => parts.delete(name),
    /** Returns the names in the reply, the number of requests, and how many parts the replies contained. */
    async asked(caller: Caller, names: string[]) {
      for (const heard of [requests, sizes]) heard.length = 0;
      const { entries } = await caller.request(list, { names }, context());
      await observer.flush();
      const sent = sizes.reduce((sum, size) => sum + Math.floor(size / partBytes), 0);
      return [entries.map(({ product }) => product.name).join(), requests.length, sent];
    },
  };
}

test('a service sends the bytes of a part once to each caller, and again when they have changed', async () => {
  const { asked, change } = await lists();
  const [one, other] = [
    new Caller(await connection(), testSigner),
    new Caller(await connection(), testSigner),
  ];
  expect(await asked(one, ['a'])).toEqual(['a', 1, 1]);
  expect(await asked(one, ['a'])).toEqual(['a', 1, 0]);
  expect(await asked(one, ['b', 'a'])).toEqual(['b,a', 1, 1]);
  expect(await asked(one, ['a', 'b'])).toEqual(['a,b', 1, 0]);
  expect(await asked(other, ['a'])).toEqual(['a', 1, 1]);
  change('a');
  expect(await asked(one, ['a', 'b'])).toEqual(['a,b', 1, 1]);
});

test('a caller that no longer has a part asks for all bytes', async () => {
  const { asked } = await lists();
  const caller = new Caller(await connection(), testSigner);
  for (let at = 0; at < manyParts; at += 1) await asked(caller, [String(at)]);
  expect(await asked(caller, [String(manyParts - 1)])).toEqual([String(manyParts - 1), 1, 0]);
  expect(await asked(caller, ['0', '0'])).toEqual(['0,0', 2, 2]);
  expect(await asked(caller, ['0', '0'])).toEqual(['0,0', 1, 0]);
});

test('a service that omits bytes of which the caller asked for all is refused after the second reply', async () => {
  const part = SerializedJson.of({ product: {}, reviews: [] } as unknown as ListedProduct);
  const reply = withParts('entries', [part], {});
  encodeReply(reply, true, 1);
  let requests = 0;
  const service = await connection();
  service.subscribe(subjectOf(list, 'caller'), {
    callback: (_error, message) => {
      requests += 1;
      message.respond(encodeReply(reply, true, 1));
    },
  });
  await service.flush();
  const caller = new Caller(await connection(), testSigner);
  const answer = caller.request(list, { names: ['a'] }, context());
  await expect(answer).rejects.toMatchObject({ code: 'service_unavailable' });
  expect(requests).toBe(2);
});

test('large replies always have all bytes', async () => {
  const { asked } = await lists();
  const caller = new Caller(await connection(), testSigner);
  for (let at = 0; at < 2; at += 1) expect(await asked(caller, ['a', 'b', 'c'])).toEqual(['a,b,c', 1, 3]);
});

test('a reply to a request to all replicas has all bytes', async () => {
  await lists();
  const made = await connection();
  const headers = newHeaders();
  headers.set(operationHeader, list.name);
  headers.set(separatePartsHeader, acceptedParts.new);
  const toAll = () =>
    made.request(broadcastSubjectOf('test', 'gateway'), encode({ names: ['b'] }), {
      timeout: 5_000,
      headers,
    });
  for (let at = 0; at < 2; at += 1) expect((await toAll()).data.length).toBeGreaterThan(partBytes);
});

test('a part records the sixteen callers that got it last', () => {
  const part = SerializedJson.of({});
  const sentTo = (callers: number[]) => callers.map((caller) => part.wasSentTo(caller));
  const callers = Array.from({ length: 16 }, (_, at) => at);
  expect(new Set(sentTo(callers))).toEqual(new Set([false]));
  expect(new Set(sentTo(callers))).toEqual(new Set([true]));
  expect(sentTo([16, 0, 2])).toEqual([false, false, true]);
});

test('callers are told apart by their inbox', () => {
  const recipients = new ReplyRecipients();
  const subjects = ['_INBOX_gateway.a.1', '_INBOX_gateway.a.2', '_INBOX_gateway.b.1', '_INBOX_gateway.a.3'];
  expect(subjects.map((subject) => recipients.numberOf(subject))).toEqual([1, 1, 2, 1]);
});

test('a process other than the gateway always gets all bytes', async () => {
  const { asked } = await lists();
  const caller = new Caller(await connection('cli'), 'operator');
  for (let at = 0; at < 2; at += 1) expect(await asked(caller, ['a'])).toEqual(['a', 1, 1]);
});

test('bytes with another digest are not kept, and kept bytes are a copy', () => {
  const known = new KnownParts();
  const bytes = Buffer.from('{"price":"4500"}');
  const digest = digestOf(bytes);
  known.keep(digest, Buffer.from('{"price":"1"}'));
  expect(known.get(digest)).toBeUndefined();
  known.keep(digest, bytes);
  bytes.fill(0);
  expect(known.get(digest)?.toString()).toBe('{"price":"4500"}');
});

test('while replies without bytes are often incomplete, few requests allow them', () => {
  const known = new KnownParts();
  const allowed = () => Array.from({ length: 160 }, () => known.nextMayOmit()).filter(Boolean).length;
  expect(allowed()).toBe(160);
  for (let at = 0; at < 100; at += 1) known.recordCompleteness(false);
  expect(allowed()).toBe(10);
  for (let at = 0; at < 12; at += 1) known.recordCompleteness(true);
  expect(allowed()).toBe(160);
});

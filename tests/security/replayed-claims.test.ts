import { headers, type NatsConnection } from 'nats';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readCart } from '#contracts/cart.ts';
import { type CartCommand, changeCart, changeCartTogether } from '#contracts/cart-commands.ts';
import { importProducts } from '#contracts/catalogue-import.ts';
import { nobody } from '#contracts/claim.ts';
import { type Operation, subjectOf } from '#contracts/operation.ts';
import { Caller } from '#platform/bus/caller.ts';
import { testSigner } from '#platform/bus/claim-keys.fixture.ts';
import { connectNats } from '#platform/bus/connection.ts';
import { decodeReply, encode } from '#platform/bus/wire.ts';
import { cartProcesses } from '#testing/cart-processes.ts';
import { catalogueProcess } from '#testing/catalogue-process.ts';
import { productRecord } from '../../services/catalogue/records.fixture.ts';

const catalogue = catalogueProcess();
const carts = cartProcesses(catalogue, 1);
const cart = 't_a-guest-whose-write-is-sent-again';
const refused = { code: 'service_not_allowed' };
let nats: NatsConnection;

beforeAll(async () => {
  nats = await connectNats('gateway', catalogue.address, false);
  const commands = await connectNats('cli', catalogue.address, false);
  const operator = new Caller(commands, 'operator');
  const context = { requestId: 'test', deadline: Date.now() + 30_000, claim: null };
  await operator.request(importProducts, { records: [productRecord({ id: 7, sku: 'MUG' })] }, context);
  await commands.close();
});
afterAll(() => nats.close());

const item = { reference: '7', quantity: '1', variation: {}, itemData: {}, price: null };
const command: CartCommand = { kind: 'add-item', item, email: null, phone: null };
const requestOf = (key: string) => ({
  once: { key, origin: 'gateway' as const, digest: 'd' },
  ifRevision: null,
  command,
});

/** Sends a message with a claim that an attacker has overheard, and returns the result. */
async function send(operation: Operation, body: Uint8Array, claim: string): Promise<unknown> {
  const fields = headers();
  fields.set('Claim', claim);
  const subject = subjectOf(operation, 'caller');
  return decodeReply((await nats.request(subject, body, { timeout: 10_000, headers: fields })).data);
}

const claimOf = (key: string) => ({ ...nobody, cart: key, fresh: 't_a-fresh-key-of-nobody' });

test('a write repeated with its claim has no second effect, and its claim is invalid for other writes', async () => {
  const body = encode(requestOf('the-first-write'));
  const claim = testSigner.sign(claimOf(cart), changeCart, body, Date.now() + 30_000);
  expect(await send(changeCart, body, claim)).toMatchObject({ replayed: false });
  expect(await send(changeCart, body, claim)).toMatchObject({ replayed: true });
  await expect(send(changeCart, encode(requestOf('another-write')), claim)).rejects.toMatchObject(refused);
  await expect(send(changeCartTogether, body, claim)).rejects.toMatchObject(refused);
  await expect(send(readCart, body, claim)).rejects.toMatchObject(refused);
  expect((await carts.read(cart)).lines.map(({ quantity }) => quantity)).toEqual([1]);
});

test('an expired claim, or one for another caller’s cart, is refused', async () => {
  const body = encode({});
  const claim = testSigner.sign(claimOf(cart), readCart, body, Date.now() + 30_000);
  const [payload = '', signature = ''] = claim.split('.');
  const other = Buffer.from(payload, 'base64url').toString().replace(cart, 't_somebody-elses-cart');
  const forged = `${Buffer.from(other).toString('base64url')}.${signature}`;
  expect(await send(readCart, body, claim)).toMatchObject({ cart: { key: cart } });
  await expect(send(readCart, body, forged)).rejects.toMatchObject(refused);
  const ended = testSigner.sign(claimOf(cart), readCart, body, Date.now() - 60_000);
  await expect(send(readCart, body, ended)).rejects.toMatchObject(refused);
});

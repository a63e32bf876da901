import { expect, test, vi } from 'vitest';
import { Places } from './places.ts';

const never = new AbortController().signal;
const bounds = { most: 64, ofNetwork: 8, waitMs: 60_000 };

/** Takes places for a network until one more would wait. Returns the functions that give them back. */
async function fill(places: Places, network: string): Promise<(() => void)[]> {
  const taken: (() => void)[] = [];
  const all = Array.from({ length: 100 }, () => places.take(network, never));
  for (const one of all) one.then((back) => taken.push(back)).catch(() => undefined);
  await new Promise((resolve) => setImmediate(resolve));
  return taken;
}

test('a network alone gets half of the places; every other network still gets its share at once', async () => {
  const places = new Places(bounds);
  expect(await fill(places, 'one')).toHaveLength(32);
  for (const network of ['two', 'three', 'four', 'five']) expect(await fill(places, network)).toHaveLength(8);
});

test('a free place goes to the waiting network with the fewest places', async () => {
  const places = new Places(bounds);
  const [first] = await fill(places, 'one');
  for (const network of ['two', 'three', 'four', 'five']) await fill(places, network);
  const taken = vi.fn();
  void places.take('new', never).then(taken);
  first?.();
  await vi.waitFor(() => expect(taken).toHaveBeenCalledOnce());
});

test('a request waits only for a time, and until its client leaves; then its place is free for others', async () => {
  const places = new Places({ most: 1, ofNetwork: 1, waitMs: 10 });
  const back = await places.take('one', never);
  await expect(places.take('two', never)).rejects.toMatchObject({ code: 'service_unavailable' });
  const client = new AbortController();
  const waiting = places.take('two', client.signal);
  client.abort();
  await expect(waiting).rejects.toBe(client.signal.reason);
  await expect(places.take('two', client.signal)).rejects.toBe(client.signal.reason);
  back();
  (await places.take('three', never))();
});

import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { Outbox, OutboxAlarm } from './outbox.ts';

test('entries are sent in order, several at once', async () => {
  const sent: number[][] = [];
  const send = async (some: readonly number[]) => void sent.push([...some]);
  const outbox = new Outbox<number>({ send, dropped: () => {}, most: 10, atOnce: 2 });
  for (const one of [1, 2, 3]) outbox.put(one);
  await outbox.close();
  expect(sent).toEqual([[1, 2], [3]]);
});

test('if sending fails, the entries are sent again and no error is thrown', async () => {
  const send = vi.fn<(some: readonly number[]) => Promise<void>>().mockRejectedValueOnce(new Error('gone'));
  const outbox = new Outbox<number>({ send, dropped: () => {}, most: 10, atOnce: 5, pauseMs: 1 });
  outbox.put(7);
  await vi.waitFor(() => expect(send.mock.calls).toEqual([[[7]], [[7]]]));
});

test('entries above the limit are dropped and counted', async () => {
  const dropped = vi.fn();
  let open: () => void = () => {};
  const sent: number[] = [];
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const send = async (some: readonly number[]) => {
    await gate;
    sent.push(...some);
  };
  const outbox = new Outbox<number>({ send, dropped, most: 2, atOnce: 1 });
  for (const one of [1, 2, 3, 4]) outbox.put(one);
  expect(dropped).toHaveBeenCalledTimes(2);
  open();
  await outbox.close();
  expect(sent).toEqual([1, 2]);
});

test('`close` does not wait for a hanging send, and later entries are dropped', async () => {
  const dropped = vi.fn();
  const outbox = new Outbox<number>({
    send: () => sleep(60_000, undefined, { ref: false }),
    dropped,
    most: 2,
    atOnce: 1,
  });
  outbox.put(1);
  await outbox.close();
  outbox.put(2);
  expect(dropped).toHaveBeenCalledTimes(1);
});

test('an outbox raises an alarm at four fifths of its limit, and none once it is empty', () => {
  const logged: string[] = [];
  const alarm = new OutboxAlarm('carts', '100,000 in a shard', {
    warn: (_members, words) => logged.push(words),
  });
  alarm.note(0.799);
  expect([alarm.problem, logged]).toEqual([null, []]);
  alarm.note(0.8);
  alarm.note(0.81);
  const words = (percent: number) =>
    `events of carts fill ${percent} % of their outbox (100,000 in a shard); beyond it the oldest are lost`;
  expect([alarm.problem, logged]).toEqual([words(81), [words(80)]]);
  alarm.note(0);
  expect([alarm.problem, alarm.used]).toEqual([null, 0]);
});

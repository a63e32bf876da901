import { expect, test } from 'vitest';
import { OutboxAlarm } from './outbox-alarm.ts';

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

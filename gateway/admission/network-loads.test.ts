import { beforeEach, expect, test } from 'vitest';
import { NetworkLoads } from './network-loads.ts';

let now = 0;
let networkLoads: NetworkLoads;
const isFlood = (address: string) => networkLoads.isFlood(address);

beforeEach(() => {
  now = 0;
  networkLoads = new NetworkLoads(() => now);
});

/** Makes one network send many more requests than others. */
function flooded() {
  for (let at = 0; at < 300; at += 1)
    networkLoads.answered(at < 200 ? '203.0.113.9' : `198.51.100.${at}`, 'good');
}

test('a network floods if it sends many more requests than the average', () => {
  flooded();
  expect([isFlood('203.0.113.9'), isFlood('198.51.100.250'), isFlood('198.51.100.1')]).toEqual([
    true,
    false,
    false,
  ]);
  now += 2_000;
  expect(isFlood('203.0.113.9')).toBe(false);
});

test('a network is quiet if it sends much less than the average, and the average is not small', () => {
  const isQuiet = (address: string) => networkLoads.isQuiet(address);
  for (let at = 0; at < 30; at += 1) networkLoads.answered(`198.51.100.${at}`, 'good');
  expect([isQuiet('192.0.2.1'), isQuiet('198.51.100.1')]).toEqual([false, false]);
  for (let at = 0; at < 300; at += 1) networkLoads.answered(`203.0.113.${at % 10}`, 'good');
  expect([isQuiet('192.0.2.1'), isQuiet('198.51.100.1'), isQuiet('203.0.113.1')]).toEqual([
    true,
    true,
    false,
  ]);
  now += 2_000;
  expect(isQuiet('192.0.2.1')).toBe(false);
});

test('a network floods if most of its requests are bad', () => {
  for (let at = 0; at < 30; at += 1) {
    for (const network of [1, 2, 3])
      networkLoads.answered(`192.0.2.${network}`, network === 1 && at % 3 > 0 ? 'bad' : 'good');
  }
  expect([1, 2, 3].map((network) => isFlood(`192.0.2.${network}`))).toEqual([true, false, false]);
});

test('a network that is alone or sends few requests does not flood', () => {
  for (let at = 0; at < 1_000; at += 1) networkLoads.answered('192.0.2.1', 'good');
  expect(isFlood('192.0.2.1')).toBe(false);
  for (let at = 0; at < 3; at += 1) networkLoads.answered('192.0.2.2', 'bad');
  expect(isFlood('192.0.2.2')).toBe(false);
});

test('a network whose requests are mostly bad does not flood while it is alone', () => {
  for (let at = 0; at < 100; at += 1) networkLoads.answered('192.0.2.1', at % 5 > 0 ? 'bad' : 'good');
  expect(isFlood('192.0.2.1')).toBe(false);
  networkLoads.answered('192.0.2.2', 'good');
  expect(isFlood('192.0.2.1')).toBe(true);
});

test('all addresses of an IPv6 network are one network', () => {
  flooded();
  for (let at = 0; at < 100; at += 1) networkLoads.answered(`2001:db8::${at.toString(16)}`, 'good');
  expect(isFlood('2001:db8::ffff')).toBe(true);
});

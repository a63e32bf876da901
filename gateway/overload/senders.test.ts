import { expect, test } from 'vitest';
import { Networks } from './senders.ts';

let now = 0;

/** Returns counts with so many answers to each address: first the good ones, then the bad ones. */
function after(answers: Readonly<Record<string, readonly [good: number, bad: number]>>): Networks {
  now = 0;
  const networks = new Networks(() => now);
  for (const [address, [good, bad]] of Object.entries(answers)) {
    for (let each = 0; each < good; each += 1) networks.answered(address, false);
    for (let each = 0; each < bad; each += 1) networks.answered(address, true);
  }
  return networks;
}

test.each([
  ['most of its requests are bad', [3, 4], true],
  ['half of its requests are bad', [4, 4], false],
  ['it sent few requests', [0, 3], false],
  ['it sent very many good requests', [5_000, 10], false],
] as const)('a network floods or not: %s', (_, answers, floods) => {
  const networks = after({ '203.0.113.1': answers, '203.0.113.2': [1, 0] });
  expect(networks.isFlood('203.0.113.1')).toBe(floods);
  expect(networks.isFlood('203.0.113.2')).toBe(false);
});

test('a network that is alone never floods', () => {
  expect(after({ '203.0.113.1': [0, 1_000] }).isFlood('203.0.113.1')).toBe(false);
});

test('the addresses of an IPv6 /64 are one network', () => {
  const networks = after({ '2001:db8::1': [0, 2], '2001:db8::2': [0, 2], '203.0.113.2': [1, 0] });
  expect(networks.isFlood('2001:db8::3')).toBe(true);
});

test('after two seconds without bad requests a network floods no more', () => {
  const networks = after({ '203.0.113.1': [0, 10], '203.0.113.2': [1, 0] });
  now = 1_500;
  expect(networks.isFlood('203.0.113.1')).toBe(true);
  now = 2_600;
  expect(networks.isFlood('203.0.113.1')).toBe(false);
});

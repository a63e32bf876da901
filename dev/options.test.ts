import { expect, test } from 'vitest';
import { parseOptions } from './options.ts';

test('one of each process runs when nothing is said', () => {
  expect(parseOptions([])).toEqual({
    empty: false,
    help: false,
    replicas: { catalogue: 1, auth: 1, cart: 1, events: 1, gateway: 1 },
  });
});

test('replicas are told by name, and the rest stays at one', () => {
  expect(parseOptions(['--replicas', 'cart=3, gateway=2', '--empty'])).toEqual({
    empty: true,
    help: false,
    replicas: { catalogue: 1, auth: 1, cart: 3, events: 1, gateway: 2 },
  });
});

test.each([
  [['--replicas', 'carts=2'], '--replicas knows catalogue, auth, cart, events, gateway, not "carts".'],
  [['--replicas', 'cart=0'], '--replicas cart must be from 1 to 16, not 0.'],
  [['--replicas', 'cart=17'], '--replicas cart must be from 1 to 16, not 17.'],
  [['--replicas', 'cart'], '--replicas takes name=number pairs like cart=2, not "cart".'],
  [['--replicas', 'toString=2'], '--replicas takes name=number pairs like cart=2, not "toString=2".'],
  [['--demo'], "Unknown option '--demo'; npm start -- --help names the options."],
])('%j is refused in one sentence', (args, sentence) => {
  expect(() => parseOptions(args)).toThrow(sentence);
});

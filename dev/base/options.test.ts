import { expect, test } from 'vitest';
import { parseOptions } from './options.ts';

test('one of each process runs by default', () => {
  expect(parseOptions([], 'single')).toEqual({
    empty: false,
    help: false,
    replicas: { catalogue: 1, auth: 1, cart: 1, events: 1, connect: 1, gateway: 1 },
  });
});

test('replicas are set by name, and others stay at one', () => {
  expect(parseOptions(['--replicas', 'cart=3, gateway=2', '--empty'], 'single')).toEqual({
    empty: true,
    help: false,
    replicas: { catalogue: 1, auth: 1, cart: 3, events: 1, connect: 1, gateway: 2 },
  });
});

test.each([
  [
    ['--replicas', 'carts=2'],
    '--replicas knows catalogue, auth, cart, events, connect, gateway, not "carts".',
  ],
  [['--replicas', 'cart=0'], '--replicas cart must be from 1 to 16, not 0.'],
  [['--replicas', 'cart=17'], '--replicas cart must be from 1 to 16, not 17.'],
  [['--replicas', 'cart'], '--replicas takes name=number pairs like cart=2, not "cart".'],
  [['--replicas', 'toString=2'], '--replicas takes name=number pairs like cart=2, not "toString=2".'],
  [['--demo'], "Unknown option '--demo'; npm start -- --help names the options."],
])('%j is refused in one sentence', (args, sentence) => {
  expect(() => parseOptions(args, 'single')).toThrow(sentence);
});

test('a cluster has two of each process by default, and its usage names its own command', () => {
  expect(parseOptions([], 'cluster').replicas).toEqual({
    ...{ catalogue: 2, auth: 2, cart: 2 },
    ...{ events: 2, connect: 2, gateway: 2 },
  });
  expect(() => parseOptions(['--demo'], 'cluster')).toThrow('npm run cluster -- --help names the options');
});

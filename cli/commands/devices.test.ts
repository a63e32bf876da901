import { describe, expect, test } from 'vitest';
import type { Device } from '#contracts/login-extensions.ts';
import { refusal } from '#platform/errors/errors.ts';
import { runWith } from '../program.fixture.ts';
import type { Bus } from '../shared/bus.ts';

const device: Device = {
  account: 7,
  id: 'till-0001',
  state: 'pending',
  firstSeenAt: 0,
  lastSeenAt: Date.UTC(2026, 10, 22, 9, 30),
};

/** Runs a command line with a simulated auth service that has one device. */
async function cartwright(...args: string[]) {
  const asked: unknown[] = [];
  const bus = {
    async request({ name }: { name: string }, request: { reference?: string; device?: string }) {
      asked.push([name, request]);
      if (request.device === 'a-lost-device') throw refusal('service_device_not_found', {});
      const devices = request.reference === 'nobody-yet' ? [] : [device];
      return name === 'auth.list-devices' ? { devices } : { device };
    },
    [Symbol.asyncDispose]: async () => {},
  };
  return { ...(await runWith({ connect: async () => bus as unknown as Bus }, args)), asked };
}

describe('devices', () => {
  test('list shows owners, states and dates', async () => {
    const { out, asked } = await cartwright('devices', 'list');
    expect(asked).toEqual([['auth.list-devices', { reference: null, state: null, limit: 100 }]]);
    expect(out).toMatch(/^ *7 +till-0001 +pending +2026-11-22T09:30:00.000Z$/m);
    expect(JSON.parse((await cartwright('devices', 'list', '--json')).out)).toEqual({ devices: [device] });
  });

  test('list filters by account and state, and reports an empty result', async () => {
    const some = ['--user', 'nobody-yet', '--state', 'pending', '-n', '5'];
    const { out, asked } = await cartwright('devices', 'list', ...some);
    expect([asked, out]).toEqual([
      [['auth.list-devices', { reference: 'nobody-yet', state: 'pending', limit: 5 }]],
      'No devices\n',
    ]);
  });

  test.each([
    [['approve'], 'auth.approve-device', 'Account 7 may log in from till-0001\n'],
    [['remove', '--yes'], 'auth.remove-device', 'Device till-0001 of account 7 removed\n'],
  ])('%j names the device and its account', async (command, operation, sentence) => {
    const { out, asked } = await cartwright('devices', ...command, 'ana', 'till-0001');
    expect([asked, out]).toEqual([[[operation, { reference: 'ana', device: 'till-0001' }]], sentence]);
    const { out: json } = await cartwright('devices', ...command, 'ana', 'till-0001', '--json');
    expect(JSON.parse(json)).toEqual({ device });
  });

  test('remove says when there is no such device', async () => {
    const { code, err } = await cartwright('devices', 'remove', 'ana', 'a-lost-device', '--yes');
    expect([code, err]).toEqual([4, 'cartwright: There is no such device of this account.\n']);
  });

  test.each([
    [['devices', 'list', '--state', 'lost'], 'one of pending, approved'],
    [['devices', 'list', '-n', '0'], 'whole number from 1 to 1000'],
    [['devices', 'approve', 'ana'], 'missing required argument'],
    [['devices', 'remove', 'ana', ' '], '8 to 128 characters without blanks'],
    [['devices', 'approve', 'ana', 'short'], '8 to 128 characters without blanks'],
  ])('%j is refused before anything is connected', async (args, sentence) => {
    const { code, err, connected } = await cartwright(...args);
    expect([code, connected]).toEqual([2, 0]);
    expect(err).toContain(sentence);
  });
});

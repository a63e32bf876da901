import { describe, expect, test } from 'vitest';
import { refusal } from '#platform/errors/errors.ts';
import { runWith } from '../program.fixture.ts';
import type { Bus } from '../shared/bus.ts';

const made = { account: 7, uri: 'otpauth://totp/Cartwright:ada?secret=JBSWY3DP', secret: 'JBSWY3DP' };

/** Runs a command line with a simulated auth service, in which bob already has an authenticator. */
async function cartwright(...args: string[]) {
  const asked: unknown[] = [];
  const bus = {
    async request({ name }: { name: string }, request: { reference: string; code?: string }) {
      asked.push([name, request]);
      if (request.reference === 'bob') throw refusal('service_verification_exists', {});
      return name === 'auth.enrol-verification' ? made : { account: 7 };
    },
    [Symbol.asyncDispose]: async () => {},
  };
  return { ...(await runWith({ connect: async () => bus as unknown as Bus }, args)), asked };
}

describe('verification', () => {
  test('enrol draws a readable QR code, and shows the secret and the next step', async () => {
    const { out, asked } = await cartwright('verification', 'enrol', 'ada');
    expect(asked).toEqual([['auth.enrol-verification', { reference: 'ada' }]]);
    const drawn = out.split('\n').filter((line) => /^[ █▀▄]+$/.test(line));
    expect(drawn.length).toBeGreaterThan(12);
    expect(new Set(drawn.map((line) => line.length)).size).toBe(1);
    expect(out).toMatch(/secret JBSWY3DP there\.\nThen: cartwright verification confirm 7 CODE\n$/);
    expect(JSON.parse((await cartwright('verification', 'enrol', 'ada', '--json')).out)).toEqual(made);
  });

  test('enrol does not replace an active authenticator', async () => {
    const { code, out, err } = await cartwright('verification', 'enrol', 'bob');
    expect([code, out]).toEqual([3, '']);
    expect(err).toBe('cartwright: This account already has an authenticator; remove it first.\n');
  });

  test('confirm accepts the code as an authenticator shows it', async () => {
    const { out, asked } = await cartwright('verification', 'confirm', 'ada', '123 456');
    expect(asked).toEqual([['auth.confirm-verification', { reference: 'ada', code: '123456' }]]);
    expect(out).toBe('Account 7 is verified by its authenticator\n');
  });

  test('remove names the account', async () => {
    const { out, asked } = await cartwright('verification', 'remove', 'ada', '--yes');
    expect(asked).toEqual([['auth.remove-verification', { reference: 'ada' }]]);
    expect(out).toBe('The authenticator of account 7 is removed\n');
    const { out: json } = await cartwright('verification', 'remove', 'ada', '--yes', '--json');
    expect(JSON.parse(json)).toEqual({ account: 7 });
  });

  test.each([
    [['verification', 'enrol'], 'missing required argument'],
    [['verification', 'confirm', 'ada'], 'missing required argument'],
    [['verification', 'confirm', 'ada', 'abcdef'], 'six digits'],
    [['verification', 'remove', ' '], 'text of 1 to 320 characters'],
  ])('%j is refused before anything is connected', async (args, sentence) => {
    const { code, err, connected } = await cartwright(...args);
    expect([code, connected]).toEqual([2, 0]);
    expect(err).toContain(sentence);
  });
});

import { describe, expect, test } from 'vitest';
import { refusal } from '#platform/errors/errors.ts';
import { Problem } from '#platform/errors/problem.ts';
import { runWith } from '../program.fixture.ts';
import type { Bus } from './bus.ts';

/** Runs `products show` with a simulated service that fails with an error. */
const failing = (error: Error, ...args: string[]) => {
  const bus = {
    request: () => Promise.reject(error),
    async [Symbol.asyncDispose]() {},
  };
  return runWith({ connect: async () => bus as unknown as Bus }, ['products', 'show', 'x', ...args]);
};

describe('the exit code shows the kind of failure', () => {
  test.each([
    ['not_found', 4, refusal('service_unknown_product_id', {})],
    ['refused', 3, refusal('service_invalid_request', { issues: [] })],
    ['unavailable', 5, refusal('service_unavailable', { retry_after: 1 })],
    ['failed', 1, refusal('service_internal', {})],
    ['unavailable', 5, new Problem('nobody is there', 'unavailable')],
    ['usage', 2, new Problem('say what to change')],
    ['failed', 1, new Error('a fault of our own')],
  ])('%s is %i', async (kind, exitCode, error) => {
    expect(await failing(error)).toMatchObject({ code: exitCode, out: '' });
    const { code, out, err } = await failing(error, '--json');
    expect([code, out]).toEqual([exitCode, '']);
    expect(JSON.parse(err).error).toMatchObject({ kind, exitCode, message: expect.any(String) });
  });

  test('of a refusal includes its code and data', async () => {
    const { err } = await failing(refusal('service_unavailable', { retry_after: 7 }), '--json');
    const message = 'The service is not available at the moment. Please try again.';
    expect(JSON.parse(err)).toEqual({
      error: {
        ...{ kind: 'unavailable', exitCode: 5, message },
        ...{ code: 'service_unavailable', data: { retry_after: 7 } },
      },
    });
  });
});

test('a long value is shortened in the message', async () => {
  const { err } = await failing(new Problem(`the system's price is no amount: "${'9'.repeat(5_000)}"`));
  expect(err).toBe(`cartwright: the system's price is no amount: "${'9'.repeat(100)}…"\n`);
});

test('wrong usage exits with 2, and prints one object with --json', async () => {
  expect(await runWith({}, ['products', 'lits'])).toMatchObject({ code: 2, out: '' });
  const { code, err } = await runWith({}, ['products', 'list', '--page', 'x', '--json']);
  expect([code, JSON.parse(err).error.kind]).toEqual([2, 'usage']);
  expect(JSON.parse(err).error.message).toContain('whole number');
});

test('help exits with 0', async () => {
  expect(await runWith({}, ['products', 'list', '--help'])).toMatchObject({ code: 0, err: '' });
  expect(await runWith({}, ['--help'])).toMatchObject({ code: 0, out: expect.stringContaining('doctor') });
});

import { expect, test } from 'vitest';
import { within } from './within.ts';

const late = () => new Error('it took too long');

test('work that ends in time returns its result or throws its error', async () => {
  expect(await within(60_000, Promise.resolve('done'), late)).toBe('done');
  await expect(within(60_000, Promise.reject(new Error('broken')), late)).rejects.toThrow('broken');
});

test.each([1, 0, -5])('work that does not end within %i ms fails with the given error', async (bound) => {
  await expect(within(bound, new Promise(() => {}), late)).rejects.toThrow('it took too long');
});

import { expect, test } from 'vitest';
import { unavailable } from '#platform/errors/errors.ts';
import { warmUp } from './warm-up.ts';

test('the carts that changed last are listed; the first failure ends that', async () => {
  const pages: unknown[] = [];
  const list = (fails: boolean) => async (query: object) => {
    pages.push(query);
    if (fails) throw unavailable();
    return { sessions: [], left: [], total: 0 };
  };
  await warmUp({ list: list(false) });
  expect(pages).toHaveLength(3);
  expect(pages[0]).toMatchObject({ orderby: 'updated', descending: true, page: 1 });
  await warmUp({ list: list(true) });
  expect(pages).toHaveLength(4);
});

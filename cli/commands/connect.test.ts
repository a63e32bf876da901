import { describe, expect, test } from 'vitest';
import type { ConnectStatus } from '#contracts/connect.ts';
import { refusal } from '#platform/errors/errors.ts';
import { runWith } from '../program.fixture.ts';
import type { Bus } from '../shared/bus.ts';

const seconds = { products: 3, reviews: 3, coupons: 3, categories: 3, tags: 3, brands: 3 };
const comparison = {
  ...{ begun: 1_000, ended: 2_000, progress: null, mended: { products: 2 }, held: {}, isIncomplete: false },
  ...{ leftOut: ['products of type bundle: the type is not known here'], failures: [] },
};
const status: ConnectStatus = {
  ...{ url: 'https://shop.example', mode: 'journal', pausedSince: null, failure: '', waiting: 1 },
  behindSeconds: {
    ...seconds,
    attributes: 3,
    terms: 3,
    shippingClasses: 3,
    settings: null,
    customers: 3,
    passwords: null,
  },
  troubles: [{ kind: 'products', id: 7, since: 0, tries: 2, reason: 'an error page' }],
  comparison,
};

/** Runs a command line with a simulated connection. Without a status, no replica answers. */
async function cartwright(found: ConnectStatus | null, ...args: string[]) {
  const asked: string[] = [];
  const bus = {
    async request({ name }: { name: string }) {
      asked.push(name);
      if (!found && name.startsWith('connect.')) throw refusal('service_unavailable', { retry_after: 1 });
      return { status: found, pausedSince: 1, asked: 1_000 };
    },
    [Symbol.asyncDispose]: async () => {},
  };
  return { ...(await runWith({ connect: async () => bus as unknown as Bus }, args)), asked };
}

describe('connect', () => {
  test('status shows the mode, how far behind each kind is, and what failed', async () => {
    const { out } = await cartwright(status, 'connect', 'status');
    expect(out).toContain('https://shop.example: the plugin tells what changes');
    expect(out).toContain('products 7: an error page (2 tries)');
    expect(out).toMatch(/^products +3 s$/m);
    expect(out).toMatch(/^settings +never$/m);
    expect(out).toContain('mended products 2');
    expect(out).toContain('not in step: products of type bundle');
  });

  test('status shows how far a comparison is', async () => {
    const shown = async (progress: NonNullable<ConnectStatus['comparison']>['progress']) =>
      (
        await cartwright(
          { ...status, comparison: { ...comparison, ended: null, progress } },
          'connect',
          'status',
        )
      ).out;
    expect(await shown(null)).toContain('running since 1970-01-01T00:00:01.000Z: mended');
    expect(await shown({ kind: 'products', done: 300, of: null })).toContain(
      '000Z, listing products: 300 so far:',
    );
    expect(await shown({ kind: 'products', done: 300, of: 9_000 })).toContain(
      '000Z, products 300 of 9000: mended',
    );
  });

  test('status says when the system has no connection', async () => {
    const { code, err } = await cartwright(null, 'connect', 'status');
    expect([code, err]).toEqual([5, expect.stringContaining('no replica of connect answers')]);
  });

  test('compare waits for its result', async () => {
    const { code, out, asked } = await cartwright(status, 'connect', 'compare', '--apply');
    expect([code, asked]).toEqual([0, ['connect.read-status', 'connect.compare', 'connect.read-status']]);
    expect(out).toContain('mended products 2');
  });

  test('compare is refused while the connection is paused', async () => {
    const { code, err } = await cartwright({ ...status, pausedSince: 1 }, 'connect', 'compare');
    expect([code, err]).toEqual([3, expect.stringContaining('connect resume')]);
  });

  test.each(['pause', 'resume'])('%s tells the leading replica', async (command) => {
    const { code, asked } = await cartwright(status, 'connect', command);
    expect([code, asked]).toEqual([0, ['connect.read-status', `connect.${command}`]]);
  });

  test('release is for a connection that is gone, and refused while one answers', async () => {
    const gone = await cartwright(null, 'connect', 'release');
    expect([gone.code, gone.asked]).toEqual([0, ['connect.read-status', 'catalogue.release-shop']]);
    const running = await cartwright(status, 'connect', 'release');
    expect([running.code, running.err]).toEqual([3, expect.stringContaining('connect pause')]);
    expect(running.asked).toEqual(['connect.read-status']);
  });
});

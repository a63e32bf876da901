import { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Host } from './host.ts';
import { type PageOptions, pageOptions, readPages, showList } from './lists.ts';

const Mug = z.object({ id: z.int(), name: z.string(), prices: z.object({ price: z.int() }) });
const mugs = Array.from({ length: 230 }, (_, n) => ({
  ...{ id: n + 1, name: `Mug ${n + 1}`, prices: { price: 100 + n } },
}));

/** Prints a list of mugs. Returns the output, and the pages that were read. */
async function listed(args: readonly string[], count = mugs.length, width = 0) {
  let out = '';
  const read: unknown[] = [];
  const host = { out: (text: string) => (out += text), width } as unknown as Host;
  const command = pageOptions(new Command('list'), Mug)
    .exitOverride()
    .configureOutput({ writeErr: () => undefined })
    .action(async (options: PageOptions) => {
      const { records, total } = await readPages(options, async ({ page, perPage }) => {
        read.push([page, perPage]);
        return { records: mugs.slice(0, count).slice((page - 1) * perPage, page * perPage), total: count };
      });
      const rows = records.map(({ id, name }) => [id, name]);
      const sheet = () => ({ headings: ['id', 'name'], rows });
      await showList(host, options, {
        ...{ member: 'mugs', nouns: ['mug', 'mugs'], records, total, sheet, further: { currency: 'EUR' } },
      });
    });
  await command.parseAsync(args, { from: 'user' });
  return { out, read };
}

describe('a list', () => {
  test('prints one page with a footer, or all pages', async () => {
    const { out, read } = await listed(['--per-page', '2', '--page', '3']);
    expect([out, read]).toEqual(['id  name\n 5  Mug 5\n 6  Mug 6\n\nPage 3 of 115, 230 mugs\n', [[3, 2]]]);
    const all = await listed(['--all']);
    expect(all.read).toEqual([1, 2, 3].map((page) => [page, 100]));
    expect(all.out.split('\n').slice(-4)).toEqual(['230  Mug 230', '', '230 mugs', '']);
  });

  test('reports that it is empty, or that a page is empty', async () => {
    expect((await listed([], 0)).out).toBe('No mugs\n');
    expect((await listed(['--all'], 0)).out).toBe('No mugs\n');
    expect((await listed(['--page', '99'])).out).toBe('Page 99 of 12 has no mugs; there are 230 mugs\n');
    expect((await listed(['--csv'], 0)).out).toBe('id,name\r\n');
    expect(JSON.parse((await listed(['--json'], 0)).out).mugs).toEqual([]);
  });

  test('as JSON has page and further members; with --all only the total', async () => {
    const { mugs: first, ...rest } = JSON.parse((await listed(['--json'])).out);
    expect([first.length, rest]).toEqual([20, { currency: 'EUR', total: 230, page: 1, perPage: 20 }]);
    const { mugs: all, ...others } = JSON.parse((await listed(['--json', '--all'])).out);
    expect([all, others]).toEqual([mugs, { currency: 'EUR', total: 230 }]);
  });

  test('prints only the named fields, in JSON, CSV and the table', async () => {
    const one = ['--per-page', '1', '--fields', 'id,prices.price'];
    const { mugs: found } = JSON.parse((await listed([...one, '--json'])).out);
    expect(found).toEqual([{ id: 1, prices: { price: 100 } }]);
    expect((await listed([...one, '--csv'])).out).toBe('id,prices.price\r\n1,100\r\n');
    expect((await listed(one)).out).toMatch(/^id {2}prices\.price\n 1 {10,}100\n\n/);
  });

  test.each([
    [['--fields', 'id,colour'], 'It must be among id, name, prices.'],
    [['--fields', ''], 'It must be among id, name, prices.'],
    [['--csv', '--json'], 'cannot be used with'],
    [['--all', '--page', '2'], 'cannot be used with'],
    [['--per-page', '101'], 'whole number from 1 to 100'],
  ])('with %j is refused', async (args, sentence) => {
    await expect(listed(args)).rejects.toThrow(sentence);
  });
});

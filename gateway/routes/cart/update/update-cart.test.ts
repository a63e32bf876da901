import { describe, expect, test } from 'vitest';
import { natsFixture } from '#testing/engines.ts';
import { GatewayFixture } from '../../../testing/fixture.ts';
import { a, b, cocartPath, commandOf, updatePath } from './update.fixture.ts';

const site = new GatewayFixture(natsFixture());
const mounts = [updatePath, cocartPath];
const cart = { namespace: 'update-cart' };

describe('quantities', () => {
  test.each([
    [{ quantity: { [a]: '3', [b]: ' 0 ' } }],
    [{ items: { [a]: { quantity: '3' }, [b]: { quantity: '0' } } }],
    [{ items: { [a]: '3', [b]: 0 } }],
    [{ items: { [a]: 3, [b]: { quantity: '0', more: 1 } } }],
    [
      {
        items: [
          { item_key: a, quantity: '3' },
          { item_key: b, quantity: '0' },
        ],
      },
    ],
    [{ data: { quantity: { [a]: '3', [b]: '0' } } }],
    [{ data: { items: { [a]: { quantity: '3' }, [b]: 0 } } }],
    [
      {
        data: {
          items: [
            { item_key: a, quantity: '3' },
            { item_key: b, quantity: '0' },
          ],
        },
      },
    ],
    [{ data: { items: { [a]: '3' } }, quantity: { [b]: '0' } }],
    [{ data: { quantity: { [a]: '7' } }, items: { [a]: '3', [b]: '0' } }],
  ])('are accepted as %j', async (shape) => {
    for (const path of mounts) {
      expect(await commandOf(site, { ...cart, ...shape }, path)).toEqual({
        kind: 'set-quantities',
        quantities: [
          { lineKey: a, quantity: '3' },
          { lineKey: b, quantity: '0' },
        ],
      });
    }
  });

  test.each([
    [{}],
    [{ items: {}, data: {} }],
    [{ items: [], data: [], quantity: [] }],
    [{ unknown: 1 }],
    [{ quantity: { ['x'.repeat(65)]: '1' } }],
  ])('are refused as %j', async (shape) => {
    expect(await commandOf(site, { ...cart, ...shape })).toEqual({ kind: 'set-quantities', quantities: [] });
  });

  test('may be a list in a form', async () => {
    for (const [path, namespace] of [
      [updatePath, cart],
      [cocartPath, {}],
    ] as const) {
      const body = new URLSearchParams(namespace);
      for (const [index, line] of [a, b].entries()) {
        body.set(`items[${index}][item_key]`, line);
        body.set(`items[${index}][quantity]`, '2');
      }
      await site.send('POST', path, { body });
      expect(site.fakes.last.request).toMatchObject({
        command: {
          quantities: [
            { lineKey: a, quantity: '2' },
            { lineKey: b, quantity: '2' },
          ],
        },
      });
    }
  });

  test('are passed on unchanged', async () => {
    const items = { [a]: 'x', deadbeef: -1.5 };
    expect(await commandOf(site, { ...cart, items })).toEqual({
      kind: 'set-quantities',
      quantities: [
        { lineKey: a, quantity: 'x' },
        { lineKey: 'deadbeef', quantity: '-1.5' },
      ],
    });
  });

  test.each([
    [{ quantity: { [a]: true } }, 'quantity'],
    [{ quantity: '3' }, 'quantity'],
    [{ quantity: ['3'] }, 'quantity'],
    [{ quantity: { [a]: 'x'.repeat(33) } }, 'quantity'],
    [{ items: 'x' }, 'items'],
    [{ items: null }, 'items'],
    [{ items: { [a]: true } }, 'items'],
    [{ items: { [a]: { quantity: null } } }, 'items'],
    [{ items: { [a]: {} } }, 'items'],
    [{ items: [{ item_key: a }] }, 'items'],
    [{ items: [{ item_key: 5, quantity: '3' }] }, 'items'],
    [{ items: [{ item_key: a, quantity: [3] }] }, 'items'],
    [{ items: [a] }, 'items'],
    [{ data: 'x' }, 'data'],
    [{ data: [1] }, 'data'],
    [{ data: { items: 'x' } }, 'data'],
    [{ data: { quantity: { [a]: {} } } }, 'data'],
  ])('are refused as %j with the name of the parameter', async (shape, name) => {
    for (const path of mounts) {
      const { status, body } = await site.post(path, { ...cart, ...shape });
      expect([status, body.code, Object.keys(body.data.params)]).toEqual([400, 'rest_invalid_param', [name]]);
    }
    expect(site.fakes.heard).toEqual([]);
  });
});

test('more than two hundred lines are refused', async () => {
  const names = Array.from({ length: 201 }, (_, n) => `k${n}`);
  const all = Object.fromEntries(names.map((name) => [name, '1']));
  const list = names.map((name) => ({ item_key: name, quantity: '1' }));
  for (const shape of [{ quantity: all }, { items: all }, { items: list }, { data: { items: all } }]) {
    expect(await commandOf(site, { ...cart, ...shape })).toBe(null);
  }
});

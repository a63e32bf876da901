import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadExtensions } from './extensions.ts';

const modules = {
  'gift.mjs': 'export default { namespace: "gift", update: (data) => ({ value: data.text }) };',
  'gift-again.mjs': 'export default { namespace: "gift", update: () => ({ value: null }) };',
  'typed.ts': `
    class Counter { namespace = 'counter'; update(_data: object, kept: unknown) { return { value: this.next(kept) }; }
      next(kept: unknown): number { return Number(kept ?? 0) + 1; } }
    export default new Counter();`,
  'reserved.mjs': 'export default { namespace: "update-cart", update: () => ({ value: null }) };',
  'bad-namespace.mjs': 'export default { namespace: "Gift message", update: () => ({ value: null }) };',
  'no-update.mjs': 'export default { namespace: "gift" };',
  'no-default.mjs': 'export const gift = 1;',
  'throwing.mjs': 'throw new Error("no licence\\nfor this shop");',
  'failing.mjs': 'export default { namespace: "failing", update: async () => ({ value: null }) };',
  'rejecting.mjs': 'export default { namespace: "late", async update() { throw new Error("too late"); } };',
};
let folder = '';
const logged: unknown[] = [];
const logger = { error: (...args: unknown[]) => void logged.push(args) };
const at = (name: string) => join(folder, name);
const load = (...names: string[]) => loadExtensions(names.map(at), logger as never);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cartwright-extensions-'));
  await Promise.all(Object.entries(modules).map(([name, text]) => writeFile(at(name), text)));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('named modules are loaded, in JavaScript and TypeScript, and none without names', async () => {
  const loaded = await load('gift.mjs', 'typed.ts');
  expect(loaded.map(({ namespace }) => namespace)).toEqual(['gift', 'counter']);
  expect(loaded[0]?.update({ text: 'For Ana' }, null)).toEqual({ value: 'For Ana' });
  expect(loaded[1]?.update({}, 4)).toEqual({ value: 5 });
  expect(await load()).toEqual([]);
});

test('a path may be relative to the working directory', async () => {
  const name = relative(process.cwd(), at('gift.mjs'));
  expect(await loadExtensions([`./${name}`], logger as never)).toHaveLength(1);
});

const shape =
  'must have a default export { namespace, update(data, kept) }, the namespace of small letters, digits, - and _.';

test.each([
  [['reserved.mjs'], 'has the namespace update-cart, which the cart itself has already.'],
  [['bad-namespace.mjs'], shape],
  [['no-update.mjs'], shape],
  [['no-default.mjs'], shape],
  [['throwing.mjs'], 'cannot be loaded: no licence'],
])('%j ends the start with one sentence', async (names, sentence) => {
  await expect(load(...names)).rejects.toThrow(`CART_EXTENSIONS: ${at(names[0] ?? '')} ${sentence}`);
});

test('a namespace in use, a missing file and a missing package also end the start', async () => {
  await expect(load('gift.mjs', 'gift-again.mjs')).rejects.toThrow(
    `CART_EXTENSIONS: ${at('gift-again.mjs')} has the namespace gift, which ${at('gift.mjs')} has already.`,
  );
  await expect(load('missing.mjs')).rejects.toThrow(
    /^CART_EXTENSIONS: \S+missing\.mjs cannot be loaded: [^\n]+$/,
  );
  await expect(loadExtensions(['@shop/no-such-package'], logger as never)).rejects.toThrow(
    /^CART_EXTENSIONS: @shop\/no-such-package cannot be loaded: [^\n]+$/,
  );
});

test('faults of an extension are logged with its namespace', async () => {
  const [failing] = await load('failing.mjs');
  expect(() => failing?.update({}, null)).toThrow('The extension "failing" must answer with');
  expect(logged).toEqual([[{ err: expect.any(Error), namespace: 'failing' }, 'a cart extension failed']]);
});

test('a rejected promise that an extension returns is not an unhandled rejection', async () => {
  const [rejecting] = await load('rejecting.mjs');
  let unhandled = 0;
  const count = () => {
    unhandled += 1;
  };
  process.on('unhandledRejection', count);
  expect(() => rejecting?.update({}, null)).toThrow('The extension "late" must answer with');
  // Node.js reports unhandled rejections only after all microtasks have run.
  await new Promise((resolve) => setImmediate(resolve));
  process.off('unhandledRejection', count);
  expect(unhandled).toBe(0);
});

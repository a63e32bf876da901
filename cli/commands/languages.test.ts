import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runWith } from '../program.fixture.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cartwright-languages-'));
});
afterAll(() => rm(folder, { recursive: true }));

const cartwright = (...args: string[]) => runWith({}, args);

test('a shop owner writes a file from the one to start from, and checks it', async () => {
  const { out, code } = await cartwright('languages', 'start', 'cs');
  expect([code, JSON.parse(out).service_cart_empty]).toEqual([0, 'Your cart is empty.']);
  const file = join(folder, 'cs.json');
  await writeFile(file, out);
  expect(await cartwright('languages', 'check', file)).toMatchObject({
    code: 0,
    out: expect.stringMatching(
      /^cs: (\d+) sentences can be said, \d+ of them are still English; 0 are wrong, 0 are missing\.\nPlural forms: one, few, other\.$/m,
    ),
  });
  const begun = { ...JSON.parse(out), service_cart_empty: 'Váš košík je prázdný.' };
  await writeFile(file, JSON.stringify(begun));
  const { out: told } = await cartwright('languages', 'check', file);
  expect(told).toContain('still English: "service_no_items_in_cart"\n');
  expect(told).not.toContain('"service_cart_empty"');
  // This sentence has no words.
  expect(told).not.toContain('"item_refused"');
  await writeFile(file, JSON.stringify({ service_cart_empty: 'Prázdný.', item_changed: 'Změněno.' }));
  const wrong = await cartwright('languages', 'check', file);
  expect(wrong.code).toBe(2);
  expect(wrong.out).toMatch(
    /^wrong: "item_changed" does not mention \{name\}\nmissing, so English: "quotes"\n/,
  );
  expect(wrong.err).toContain('sentences that cannot be said, and would be English: 1');
  const asJson = JSON.parse((await cartwright('languages', 'check', file, '--json')).out);
  expect(asJson).toMatchObject({ language: 'cs', faults: [{ key: 'item_changed' }] });
});

test('wrong names and files are refused', async () => {
  // "cz" is the country.
  for (const name of ['Czech', 'cz'])
    expect(await cartwright('languages', 'start', name)).toMatchObject({
      code: 2,
      err: expect.stringContaining(`"${name}" is no tag of a known language like cs or de-AT`),
    });
  const missing = await cartwright('languages', 'check', join(folder, 'sk.json'));
  expect(missing).toMatchObject({ code: 2, err: expect.stringContaining('cannot be read (ENOENT)') });
  await writeFile(join(folder, 'sk.json'), '{');
  const broken = await cartwright('languages', 'check', join(folder, 'sk.json'));
  expect(broken).toMatchObject({ code: 2, err: expect.stringContaining('is no JSON') });
});

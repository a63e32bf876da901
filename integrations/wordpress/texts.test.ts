import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { plugin, program, request } from './plugin.fixture.ts';

const shop = `require '${join(import.meta.dirname, 'woocommerce.fixture.php')}';
  define('CARTWRIGHT_URL', 'https://api.example/');`;
const languages = ['de', 'fr', 'es', 'it', 'nl', 'pl'];

/** Returns the placeholders of a sentence. */
const placeholders = (sentence: string) => (sentence.match(/%(\d\$)?s/g) ?? []).sort();

describe.skipIf(program === null)('the sentences of the plugin', () => {
  test('are in every language, with the same placeholders', async () => {
    const code = await readFile(plugin, 'utf8');
    const said = [...code.matchAll(/__\( '([^']+)', 'cartwright' \)/g)].map(([, text = '']) => text);
    expect(said.length).toBeGreaterThan(15);
    const { result } = await request<Record<string, Record<string, string>>>(
      `${shop} return Cartwright_Texts::TEXTS;`,
    );
    expect(Object.keys(result).sort()).toEqual([...new Set(said)].sort());
    for (const [text, translations] of Object.entries(result)) {
      expect(Object.keys(translations)).toEqual(languages);
      for (const one of Object.values(translations)) {
        expect(placeholders(one)).toEqual(placeholders(text));
        expect(one).not.toBe(text);
      }
    }
  });

  test.each([
    ['de_DE', 'Dieser Link ist nicht mehr gültig.'],
    ['de_CH_informal', 'Dieser Link ist nicht mehr gültig.'],
    ['pl_PL', 'Ten link jest już nieważny.'],
    ['en_GB', 'This link is no longer valid.'],
    ['cs_CZ', 'This link is no longer valid.'],
  ])('are shown in the language of the page, here %s', async (locale, sentence) => {
    const { result } = await request<string>(
      `${shop} Shop::$locale = '${locale}'; Shop::$answers = [[404, ['code' => 'service_checkout_not_found']]];
       return open_link();`,
    );
    expect(result).toContain(sentence);
  });

  test('are those of a translation that WordPress has', async () => {
    const { result } = await request<string>(
      `${shop} Shop::$locale = 'de_DE'; add_filter('gettext_cartwright', fn() => 'Unser Satz.', 5, 3);
       Shop::$answers = [[404, ['code' => 'service_checkout_not_found']]]; return open_link();`,
    );
    expect(result).toContain('Unser Satz.');
  });
});

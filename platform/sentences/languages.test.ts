import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { english } from './english.ts';
import { languageOf, shippedFolder } from './languages.ts';
import { noticeSentence, rejectionSentence } from './notices.ts';
import { inEnglish, say, speak } from './say.ts';
import { pluralFormsOf, startFile, translationIn } from './translation.ts';

let folder: string;
let reported: string[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cartwright-languages-'));
  reported = [];
});
afterEach(() => {
  speak(inEnglish);
  rmSync(folder, { recursive: true });
});

/** Speaks a language as a gateway does whose setting `LANGUAGES` names `folder`. */
function speakAs(tag: string): void {
  speak(languageOf(tag, folder, (file, what) => reported.push(`${basename(file)}: ${what}`)));
}

function write(tag: string, sentences: unknown): void {
  const text = typeof sentences === 'string' ? sentences : JSON.stringify(sentences);
  writeFileSync(join(folder, `${tag}.json`), text);
}

const added = (products: number) =>
  noticeSentence({ kind: 'success', code: 'items_added', data: { names: [], products, pieces: products } });
const short = (left: number) =>
  noticeSentence({ kind: 'error', code: 'stock_short', data: { names: ['Kubek'], left, held: 9 } });

describe('the languages that ship', () => {
  const files = readdirSync(shippedFolder);

  test('are six', () => {
    expect(files.sort()).toEqual(['de.json', 'es.json', 'fr.json', 'it.json', 'nl.json', 'pl.json']);
  });

  test.each(files)('%s has every sentence, and all of them can be said', (file) => {
    const { sentences, faults, missing } = translationIn(
      readFileSync(join(shippedFolder, file), 'utf8'),
      basename(file, '.json'),
    );
    expect([faults, missing]).toEqual([[], []]);
    expect(Object.keys(sentences)).toEqual(Object.keys(english));
  });

  test.each([
    [
      1,
      'Dodano do koszyka 1 produkt.',
      'W magazynie została tylko 1 sztuka produktu „Kubek”, a w koszyku jest 9.',
    ],
    [
      2,
      'Dodano do koszyka 2 produkty.',
      'W magazynie zostały tylko 2 sztuki produktu „Kubek”, a w koszyku jest 9.',
    ],
    [
      5,
      'Dodano do koszyka 5 produktów.',
      'W magazynie zostało tylko 5 sztuk produktu „Kubek”, a w koszyku jest 9.',
    ],
    [
      22,
      'Dodano do koszyka 22 produkty.',
      'W magazynie zostały tylko 22 sztuki produktu „Kubek”, a w koszyku jest 9.',
    ],
  ])('Polish has the right form for %i', (count, products, stock) => {
    speakAs('pl');
    expect([added(count), short(count)]).toEqual([products, stock]);
  });

  test('lists, quotation marks and numbers are those of the language', () => {
    speakAs('de-DE');
    const names = ['Tasse', 'Teller'];
    expect(
      noticeSentence({ kind: 'success', code: 'items_added', data: { names, products: 2, pieces: 2 } }),
    ).toBe('„Tasse“ und „Teller“ wurden Ihrem Warenkorb hinzugefügt.');
    expect(say('service_quantity_invalid_amount.limits', { minimum: 1, maximum: 9_999 })).toBe(
      'Die Menge muss eine ganze Zahl von 1 bis 9.999 sein.',
    );
    speakAs('fr-CA');
    expect(rejectionSentence({ coupon: 'été', reason: 'expired' })).toBe(
      'Le code promo «\u00a0été\u00a0» a expiré.',
    );
  });
});

test.each(['en', 'en-GB', 'xx', 'cs', '', 'no tag'])('a store in the language %j speaks English', (tag) => {
  speakAs(tag);
  expect([say('service_cart_empty'), reported]).toEqual(['Your cart is empty.', []]);
});

test("a shop's own file replaces sentences of a language; others stay", () => {
  write('de', { service_cart_empty: 'Noch nichts im Körbchen.' });
  speakAs('de-DE');
  expect([say('service_cart_empty'), say('service_no_items_in_cart')]).toEqual([
    'Noch nichts im Körbchen.',
    'In Ihrem Warenkorb liegen keine Artikel.',
  ]);
  write('de-AT', { service_cart_empty: 'Der Einkaufswagen ist leer.' });
  speakAs('de-AT');
  expect(say('service_cart_empty')).toBe('Der Einkaufswagen ist leer.');
});

test("a shop adds a language by a file of its own, with the language's plural forms; what is missing is English", () => {
  write('cs', {
    service_cart_empty: 'Váš košík je prázdný.',
    'items_added.many': {
      one: 'Do košíku byl přidán {products} produkt.',
      few: 'Do košíku byly přidány {products} produkty.',
      other: 'Do košíku bylo přidáno {products} produktů.',
    },
  });
  speakAs('cs-CZ');
  expect([say('service_cart_empty'), added(1), added(3), added(5)]).toEqual([
    'Váš košík je prázdný.',
    'Do košíku byl přidán 1 produkt.',
    'Do košíku byly přidány 3 produkty.',
    'Do košíku bylo přidáno 5 produktů.',
  ]);
  expect([say('service_invalid_product'), reported]).toEqual(['This product does not exist.', []]);
});

test('a sentence that cannot be said is reported and English; so is a file that is no JSON', () => {
  write('cs', { service_cart_empty: 'Košík {count}', service_invalid_product: 'Tento produkt neexistuje.' });
  speakAs('cs');
  expect([say('service_cart_empty'), say('service_invalid_product')]).toEqual([
    'Your cart is empty.',
    'Tento produkt neexistuje.',
  ]);
  expect(reported).toEqual([
    'cs.json: "service_cart_empty" mentions {count}, which this sentence does not know',
  ]);
  write('cs', '{ "service_cart_empty": ');
  speakAs('cs');
  expect(say('service_cart_empty')).toBe('Your cart is empty.');
  expect(reported[1]).toMatch(/^cs\.json: is no JSON: /);
});

test('languages with other sentences have other ids, so that caches can depend on them', () => {
  const id = () => languageOf('de', folder, () => undefined).id;
  const shipped = id();
  expect(id()).toBe(shipped);
  write('de', { service_cart_empty: 'Leer.' });
  expect(id()).not.toBe(shipped);
  expect(inEnglish.id).not.toBe(shipped);
});

describe('a file is checked:', () => {
  test.each<[string, unknown, string]>([
    ['cart_updatd', 'Košík', 'is no key of a sentence'],
    ['constructor', 'Košík', 'is no key of a sentence'],
    ['request.no_slug', 'Košík', 'is no key of a sentence'],
    ['cart_updated', 7, 'is neither a text nor an object of plural forms'],
    ['cart_updated', ['a'], 'is neither a text nor an object of plural forms'],
    ['cart_updated', '', 'is empty'],
    ['cart_updated', 'x'.repeat(501), 'has more than 500 characters'],
    ['cart_updated', 'a\nb', 'has a line break or a control character'],
    ['item_changed', 'Změněno.', 'does not mention {name}'],
    ['item_changed', '{name} {nam}', 'mentions {nam}, which this sentence does not know'],
    ['items_added.many', { one: '{products}', other: '{products}' }, 'lacks the form few'],
    [
      'items_added.many',
      { one: '{products}', few: '{products}', two: '{products}', other: '{products}' },
      'has the form two, which the language does not have',
    ],
  ])('%s as %j %s', (key, value, what) => {
    expect(translationIn(`{${JSON.stringify(key)}: ${JSON.stringify(value)}}`, 'cs').faults).toEqual([
      { key, what },
    ]);
  });

  test('what is no object of sentences is refused', () => {
    expect(() => translationIn('[]', 'cs')).toThrow('is no object with a sentence for each key');
    expect(() => translationIn('{', 'cs')).toThrow('is no JSON');
  });

  test('the file to start from has every key, with the plural forms of the language', () => {
    expect([pluralFormsOf('cs'), pluralFormsOf('ja')]).toEqual([['one', 'few', 'other'], ['other']]);
    const { faults, missing, sentences } = translationIn(startFile('cs'), 'cs');
    expect([faults, missing]).toEqual([[], []]);
    expect(sentences.out_of_stock).toEqual({
      other: '{names:quoted} are out of stock.',
      one: '{names:quoted} is out of stock.',
      few: '{names:quoted} are out of stock.',
    });
  });
});

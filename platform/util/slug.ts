/** Returns replacements of letters. The text has pairs such as `ä:ae`. */
function pairs(text: string): ReadonlyMap<string, string> {
  return new Map(text.split(' ').map((pair) => pair.split(':') as [string, string]));
}

/** Latin letters without a decomposition, and symbols, that WordPress writes in ASCII. */
const latin = pairs(
  'ß:s ẞ:ss æ:ae Æ:ae œ:oe Œ:oe ø:o Ø:o đ:d Đ:d ð:d Ð:d þ:th Þ:th ħ:h Ħ:h ı:i ĳ:ij Ĳ:ij ĸ:k ŀ:l Ŀ:l ł:l ' +
    'Ł:l ŉ:n ŋ:n Ŋ:n ŧ:t Ŧ:t ſ:s ª:a º:o €:e £:',
);

/** Letters that WordPress writes in another way in some languages. */
const ofLanguage: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map([
  ['de', pairs('Ä:ae ä:ae Ö:oe ö:oe Ü:ue ü:ue ß:ss')],
  ['da-DK', pairs('Æ:ae æ:ae Ø:oe ø:oe Å:aa å:aa')],
  ['sr-RS', pairs('Đ:dj đ:dj')],
  ['bs-BA', pairs('Đ:dj đ:dj')],
]);

/** Maximum length of a slug in characters, with percent-encoding. */
const longest = 200;

/** Returns a letter in ASCII if it is a Latin letter with accents; otherwise the letter itself. */
function withoutAccents(letter: string): string {
  const known = latin.get(letter);
  if (known !== undefined) return known;
  const [base = '', ...marks] = letter.normalize('NFD');
  return marks.length > 0 && /[a-z]/i.test(base) ? base : letter;
}

/** Percent-encodes all that is no ASCII, in lower case. */
export function percentEncoded(text: string): string {
  return text.toWellFormed().replaceAll(/\P{ASCII}/gu, (letter) => encodeURIComponent(letter).toLowerCase());
}

/** Returns the beginning of a text that is not longer than a slug may be when it is encoded. */
function beginning(text: string): string {
  if (text.length * 9 <= longest) return text;
  let length = 0;
  for (const [at, letter] of [...text].entries()) {
    length += percentEncoded(letter).length;
    if (length > longest) return [...text].slice(0, at).join('');
  }
  return text;
}

/**
 * Returns the slug that WordPress makes of a name in a language: `ueber-groesse` for `Über Größe` in German (`de-DE`),
 * `uber-grose` in English and without a language. Other scripts and emoji are percent-encoded: `%f0%9f%98%80` for `😀`.
 * Empty for a name of nothing but punctuation.
 */
export function slugOf(name: string, language = ''): string {
  const own = ofLanguage.get(language) ?? ofLanguage.get(language.split('-')[0] ?? '');
  const plain = name
    .replaceAll(/<\/?[a-z][^<>]*>/gi, '')
    // A percent sign is kept only in an octet, such as `%20`.
    .replaceAll(/%(?![0-9a-f]{2})/gi, '')
    .normalize('NFC')
    .replaceAll(/\P{ASCII}/gu, (letter) => own?.get(letter) ?? withoutAccents(letter))
    .toLowerCase();
  const words = beginning(plain)
    // Punctuation, accents alone and invisible characters, such as the joiners of emoji, are dropped.
    .replaceAll(/[\u00a1\u00a9\u00ab\u00ad\u00ae\u00b0\u00b4\u00bb\u00bf\u02ca]/g, '')
    .replaceAll(/\u0300|\u0301|\u0304|\u030c|\u0341/g, '')
    .replaceAll(/[\u200b-\u200f\u2018-\u201f\u2022\u2026\u202a-\u202e\u2039\u203a\u2122\ufeff]/g, '')
    .replaceAll('×', 'x')
    .replaceAll(/[\u00a0\u2000-\u200a\u2013\u2014\u2028\u2029\u202f./]/g, '-');
  return percentEncoded(words)
    .replaceAll(/[^%a-z0-9 _-]/g, '')
    .replaceAll(/[ -]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}

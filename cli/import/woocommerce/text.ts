/** HTML entities that are common in names, with their characters. Other named entities are not decoded. */
const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  laquo: '«',
  raquo: '»',
  bull: '•',
  middot: '·',
  times: '×',
  deg: '°',
  copy: '©',
  reg: '®',
  trade: '™',
  euro: '€',
  pound: '£',
  yen: '¥',
  cent: '¢',
  frac12: '½',
  frac14: '¼',
  eacute: 'é',
  egrave: 'è',
  agrave: 'à',
  ccedil: 'ç',
  ntilde: 'ñ',
  auml: 'ä',
  ouml: 'ö',
  uuml: 'ü',
  Auml: 'Ä',
  Ouml: 'Ö',
  Uuml: 'Ü',
  szlig: 'ß',
};

function character(code: number): string | undefined {
  const isText = code >= 0x20 && code <= 0x10_ffff && !(code >= 0xd800 && code <= 0xdfff);
  return isText ? String.fromCodePoint(code) : undefined;
}

/**
 * Returns plain text for escaped HTML text: `Salt & Pepper` for `Salt &amp; Pepper`. Entities are decoded only once.
 */
export function plainText(html: string): string {
  if (!html.includes('&')) return html;
  return html.replaceAll(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z0-9]{2,8}));/gi,
    (whole, decimal, hex, name) => {
      if (decimal) return character(Number(decimal)) ?? whole;
      if (hex) return character(Number.parseInt(hex, 16)) ?? whole;
      return named[name] ?? whole;
    },
  );
}

/**
 * Returns the slug that WordPress gives a name: `uber-grosse` for `Über Größe`. Letters that are not Latin are
 * percent-encoded.
 */
export function slugOf(name: string): string {
  const latin = name
    .replaceAll('ß', 'ss')
    .replaceAll('æ', 'ae')
    .replaceAll('ø', 'o')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase();
  const encoded = latin.replaceAll(/[^\p{ASCII}]/gu, (letter) =>
    /\p{L}|\p{N}/u.test(letter) ? encodeURIComponent(letter) : '-',
  );
  return encoded
    .toLowerCase()
    .replaceAll(/[^a-z0-9%_\s-]/g, '')
    .replaceAll(/[\s-]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}

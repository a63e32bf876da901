/** The named HTML entities of the characters 160 to 255, in order. */
const latin1 =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute ' +
  'micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig ' +
  'Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash ' +
  'Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ' +
  'ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc ' +
  'uuml yacute thorn yuml';

/** HTML entities that occur in names, with their characters. Other named entities are not decoded. */
const named: ReadonlyMap<string, string> = new Map([
  ...latin1.split(' ').map((name, place) => [name, String.fromCodePoint(160 + place)] as const),
  ...Object.entries({
    ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", ndash: '–', mdash: '—', hellip: '…', bull: '•' },
    ...{ lsquo: '‘', rsquo: '’', sbquo: '‚', ldquo: '“', rdquo: '”', bdquo: '„', lsaquo: '‹', rsaquo: '›' },
    ...{ euro: '€', trade: '™', prime: '′', Prime: '″', OElig: 'Œ', oelig: 'œ', Scaron: 'Š', scaron: 'š' },
    ...{ Yuml: 'Ÿ', minus: '−', hearts: '♥', larr: '←', rarr: '→', infin: '∞', le: '≤', ge: '≥', ne: '≠' },
  }),
]);

function character(code: number): string | undefined {
  const isText = code >= 0x20 && code <= 0x10_ffff && !(code >= 0xd800 && code <= 0xdfff);
  return isText ? String.fromCodePoint(code) : undefined;
}

/**
 * Returns plain text for escaped HTML text, in composed letters (NFC): `Salt & Pepper` for `Salt &amp; Pepper`. Entities
 * are decoded only once.
 */
export function plainText(html: string): string {
  const decoded = html.includes('&') ? html.replaceAll(entities, decodedEntity) : html;
  return decoded.normalize('NFC');
}

const entities = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z0-9]{2,8}));/gi;

function decodedEntity(whole: string, decimal: string, hex: string, name: string): string {
  if (decimal) return character(Number(decimal)) ?? whole;
  if (hex) return character(Number.parseInt(hex, 16)) ?? whole;
  return named.get(name) ?? whole;
}

import sanitizeHtml from 'sanitize-html';

/**
 * Cleans the texts and addresses of records that a shop's editors, or an export, may fill with anything. What is clean
 * already is returned byte for byte, so that a repeated import changes nothing.
 */

/** The elements that WordPress allows in posts, without those whose content is no HTML (`textarea`, `title`, `object`). */
const elements = (
  'a abbr acronym address area article aside audio b bdi bdo big blockquote br button caption center cite code col ' +
  'colgroup data dd del details dfn div dl dt em fieldset figcaption figure font footer h1 h2 h3 h4 h5 h6 header ' +
  'hgroup hr i img ins kbd label legend li main map mark menu nav ol p picture pre q rb rp rt rtc ruby s samp section ' +
  'small source span strike strong sub summary sup table tbody td tfoot th thead time tr track tt u ul var video wbr'
).split(' ');

/** Attributes that need no check of their own, on every element. Handlers (`onclick`) and `srcdoc` are not among them. */
const plainAttributes = (
  'abbr align alt axis bgcolor border cellpadding cellspacing char charoff charset class clear color cols colspan ' +
  'compact controls coords datetime decoding default dir download face fetchpriority frame headers height hidden ' +
  'hreflang hspace id itemprop itemscope itemtype kind label lang loading loop media muted name noshade nowrap open ' +
  'playsinline preload rel rev reversed role rows rowspan rules scope shape size sizes span srclang start summary ' +
  'tabindex target title type usemap valign value vspace width xml:lang'
).split(' ');
const linkAttributes = ['href', 'cite', 'longdesc'];
const mediaAttributes = ['src', 'poster'];

const elementNames = new Set(elements);
const plainNames = new Set(plainAttributes);

/** Properties of CSS that lay out and colour a text. None of them moves it over the rest of the page. */
const cssProperty =
  /^(background|background-color|color|(max-|min-)?(width|height)|(margin|padding)(-(top|right|bottom|left))?|border(-(top|right|bottom|left))?(-(color|style|width|radius))?|border-(collapse|spacing)|caption-side|clear|columns?(-(count|gap|width))?|direction|display|flex(-(basis|direction|flow|grow|shrink|wrap))?|float|font(-(family|size|style|variant|weight))?|(align|justify)-(content|items|self)|(row-)?gap|grid-template-columns|letter-spacing|line-height|list-style(-type)?|object-fit|overflow|text-(align|decoration|indent|transform)|vertical-align|white-space|word-spacing|aspect-ratio)$/;
/** The characters of plain values of CSS: there are no escapes. */
const cssValue = /^[\w #%.,'"()+!*/-]*$/;
/** Comments, and functions that load something or run. */
const cssFunction = /\/\*|(url|src|expression|image|image-set|element) *\(/i;

function isSafeStyle(style: string): boolean {
  return style.split(';').every((declaration) => {
    const colon = declaration.indexOf(':');
    if (colon < 0) return declaration.trim() === '';
    const name = declaration.slice(0, colon).trim().toLowerCase();
    const value = declaration.slice(colon + 1);
    return cssProperty.test(name) && cssValue.test(value) && !cssFunction.test(value);
  });
}

function safeStyle(style: string): string {
  return style
    .split(';')
    .map((one) => one.trim())
    .filter((one) => one !== '' && isSafeStyle(one))
    .join('; ');
}

/**
 * Returns whether an address has the scheme http or https, or no scheme. A colon before the first slash makes a scheme,
 * however a browser would read the characters around it. An entity there (`&#106;avascript:`) may become a colon where a
 * storefront does not escape the address.
 */
export function isWebAddress(address: string): boolean {
  return /^https?:/i.test(address) || !/^[^/?#]*(?::|&(?:#|\w+;))/.test(address);
}

function isLink(address: string): boolean {
  return isWebAddress(address) || /^(mailto|tel|sms):/i.test(address);
}

/** Returns whether all pictures of a `srcset`, such as `a.jpg 300w, b.jpg 2x`, have web addresses. */
function isSafeSet(set: string): boolean {
  return set.split(/\s+|,\s/).every(isWebAddress);
}

/** Returns whether an attribute with a decoded value may stay. */
function isSafeAttribute(name: string, value: string): boolean {
  if (plainNames.has(name) || /^(aria|data)-[\w-]+$/.test(name)) return true;
  if (linkAttributes.includes(name)) return isLink(value);
  if (mediaAttributes.includes(name)) return isWebAddress(value);
  if (name === 'srcset') return isSafeSet(value);
  return name === 'style' && isSafeStyle(value);
}

const rules: sanitizeHtml.IOptions = {
  allowedTags: elements,
  allowedAttributes: {
    '*': [...plainAttributes, ...linkAttributes, ...mediaAttributes, 'srcset', 'style', 'aria-*', 'data-*'],
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel', 'sms'],
  parseStyleAttributes: false,
  nestingLimit: 100,
  transformTags: {
    '*': (tagName, given) => {
      const { style, ...others } = given;
      const kept = Object.entries(others).filter(([name, value]) => isSafeAttribute(name, value));
      const css = style === undefined ? '' : safeStyle(style);
      return { tagName, attribs: { ...Object.fromEntries(kept), ...(css !== '' && { style: css }) } };
    },
  },
};

/**
 * A tag in the strict form that every browser reads in the same way, or a comment without angle brackets, such as those
 * of WordPress' editor. Both are found in one pass, because either may seem to be inside the other.
 */
const tagOrComment =
  /<!--[^<>]*-->|<\/?([a-z][a-z0-9]*)((?:[ \t\n\r]+[a-z][a-z0-9:-]*(?:[ \t\n\r]*=[ \t\n\r]*(?:"[^"<>]*"|'[^'<>]*'|[^ \t\n\r"'=<>`]+))?)*)[ \t\n\r]*\/?>/gi;
const attribute = /([a-z][a-z0-9:-]*)(?:[ \t\n\r]*=[ \t\n\r]*(?:"([^"]*)"|'([^']*)'|([^ \t\n\r"'=<>`]+)))?/gi;
/** A sign that begins a tag, a comment or a declaration. Other signs are text: `2 < 3`. */
const opening = /<(?![\s\d=])/;
const controls = /(?![\t\n\r])\p{Cc}/gu;

const entities: Readonly<Record<string, string>> = { amp: '&', quot: '"', lt: '<', gt: '>' };

/** Returns the decoded value of an attribute; null for a value with an entity that is not in `entities`. */
function decoded(value: string): string | null {
  if (!value.includes('&')) return value;
  if (/&(?!(?:amp|quot|lt|gt);)[#a-z]/i.test(value)) return null;
  return value.replaceAll(/&(amp|quot|lt|gt);/g, (whole, name: string) => entities[name] ?? whole);
}

function isCleanTag(name: string, attributes: string): boolean {
  if (!elementNames.has(name.toLowerCase())) return false;
  for (const [, key = '', double, single, bare] of attributes.matchAll(attribute)) {
    const member = key.toLowerCase();
    const given = double ?? single ?? bare ?? '';
    // A plain attribute may have any entity, because nothing is loaded from it.
    const value = plainNames.has(member) ? given : decoded(given);
    if (value === null || !isSafeAttribute(member, value)) return false;
  }
  return true;
}

/** Returns whether HTML has only tags in the strict form, with allowed names and attributes. */
function isClean(html: string): boolean {
  if (html.search(controls) >= 0) return false;
  if (!html.includes('<')) return true;
  let isAllowed = true;
  const rest = html.replaceAll(tagOrComment, (_whole, name?: string, attributes = '') => {
    if (name !== undefined) isAllowed &&= isCleanTag(name, attributes);
    return '\n';
  });
  return isAllowed && !opening.test(rest);
}

/**
 * Returns HTML without scripts, handlers, frames, forms and addresses of other schemes than http and https; links may
 * also be of `mailto`, `tel` and `sms`. The allow-list is that of WordPress' `wp_kses_post`.
 */
export function cleanHtml(html: string): string {
  if (isClean(html)) return html;
  const clean = sanitizeHtml(html.replaceAll(controls, ''), rules);
  // What the library leaves has the strict form. If that ever fails, only the text stays.
  return isClean(clean) ? clean : sanitizeHtml(clean, { allowedTags: [], allowedAttributes: {} });
}

/** Tags without attributes that may stand in a name, as in titles of WordPress. */
const inline = /^<\/?(b|bdi|br|code|del|em|i|ins|mark|q|s|small|span|strong|sub|sup|u|wbr)\s*\/?>$/i;
const anyTag = /<[a-z/!?][^<>]*>/gi;
const maxRounds = 10;

/**
 * Returns a one-line text that is safe even where a storefront inserts it as HTML: tags are removed, except simple ones
 * such as `<b>`, and each control character becomes a blank. `Fits < 3 mm` stays as it is.
 */
export function cleanName(name: string): string {
  let text = name.replaceAll(/\p{Cc}+/gu, ' ');
  // Removing a tag can join two parts to another tag.
  for (let round = 0; round < maxRounds && text.includes('<'); round += 1) {
    const next = text.replaceAll(anyTag, (one) => (inline.test(one) ? one : ''));
    if (next === text) break;
    text = next;
  }
  // A sign that still begins a tag is set apart, which makes it text.
  return text.includes('<')
    ? text.replaceAll(/<(?=[a-z/!?])([^<>]*>)?/gi, (one) => (inline.test(one) ? one : `< ${one.slice(1)}`))
    : text;
}

const webAddress = (address: string) => (isWebAddress(address) ? address : '');

/** How each member of a record is cleaned, by its name. Members with other names stay as they are. */
const cleaners: Readonly<Record<string, (value: never) => unknown>> = {
  ...{ name: cleanName, label: cleanName, alt: cleanName, buttonText: cleanName },
  ...{ description: cleanHtml, shortDescription: cleanHtml, purchaseNote: cleanHtml },
  ...{ permalink: webAddress, externalUrl: webAddress, file: webAddress },
  ...{ thumbnail: webAddress, medium: webAddress, large: webAddress, full: webAddress },
  sizes: (sizes: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(sizes).filter(([, address]) => isWebAddress(address))),
  images: (images: readonly { full: string }[]) =>
    images.map(withSafeTexts).filter(({ full }) => full !== ''),
  downloads: (files: readonly { file: string }[]) =>
    files.map(withSafeTexts).filter(({ file }) => file !== ''),
  ...Object.fromEntries(
    ['categories', 'tags', 'brands', 'attributes', 'options', 'defaultAttributes', 'variations'].map(
      (list) => [list, (records: readonly object[]) => records.map(withSafeTexts)],
    ),
  ),
  image: (image: { full: string } | null) => {
    const clean = image && withSafeTexts(image);
    return clean?.full ? clean : null;
  },
  parent: (parent: object) => withSafeTexts(parent),
};

/**
 * Returns a product, variation or term (as a record of an import, or as stored) with clean HTML, names and addresses:
 * pictures and downloads with other addresses than http(s) are left out. Members keep their order.
 */
export function withSafeTexts<R extends object>(record: R): R {
  const changed = Object.entries(record).map(([member, value]) => {
    const clean = value === undefined ? undefined : cleaners[member];
    return [member, clean ? clean(value as never) : value];
  });
  return Object.fromEntries(changed) as R;
}

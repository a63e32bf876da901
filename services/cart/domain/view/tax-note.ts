import type { StoreSettings } from '#contracts/settings.ts';

/** Countries where WooCommerce calls sales tax VAT. */
const vatCountries: ReadonlySet<string> = new Set(
  [
    // The European Union.
    'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK',
    'AE AL AR AZ BB BH BO BS BY CL CO EC EG ET FJ FO GB GH GM GT IL IM IR IS KN KR KZ LK MC MD ME MK MN MU MX NA NG',
    'NO NP PS PY RS RU RW SA SV TH TR UA UY UZ VE VN XK ZA',
  ].flatMap((codes) => codes.split(' ')),
);

/**
 * Returns the note after an amount with tax: `(incl. VAT)` if it is shown with tax but entered without, `(ex. VAT)`
 * for the reverse, else nothing. Other countries have `tax` instead of VAT.
 */
export function taxNote({ tax: { shownInCart, pricesIncludeTax }, address }: StoreSettings): string {
  if ((shownInCart === 'incl') === pricesIncludeTax) return '';
  const name = vatCountries.has(address.country) ? 'VAT' : 'tax';
  return shownInCart === 'incl' ? `(incl. ${name})` : `(ex. ${name})`;
}

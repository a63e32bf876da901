import type { StoreSettings } from '#contracts/settings.ts';

/** Countries whose people call the tax on sales VAT, as WooCommerce has them. */
const vatCountries: ReadonlySet<string> = new Set(
  [
    // The European Union.
    'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK',
    'AE AL AR AZ BB BH BO BS BY CL CO EC EG ET FJ FO GB GH GM GT IL IM IR IS KN KR KZ LK MC MD ME MK MN MU MX NA NG',
    'NO NP PS PY RS RU RW SA SV TH TR UA UY UZ VE VN XK ZA',
  ].flatMap((codes) => codes.split(' ')),
);

/**
 * What a shop says of the tax behind an amount that bears one: `(incl. VAT)` where it is shown with a tax that prices
 * are entered without, `(ex. VAT)` where it is the other way round, else nothing. In countries without VAT it is a tax.
 */
export function taxNote({ tax: { shownInCart, pricesIncludeTax }, address }: StoreSettings): string {
  if ((shownInCart === 'incl') === pricesIncludeTax) return '';
  const name = vatCountries.has(address.country) ? 'VAT' : 'tax';
  return shownInCart === 'incl' ? `(incl. ${name})` : `(ex. ${name})`;
}

/** Currency symbols that are used instead of the symbols of `Intl.NumberFormat`. */
const symbols: Readonly<Record<string, string>> = {
  CHF: 'CHF',
  KWD: 'د.ك',
  SAR: 'ر.س',
  AED: 'د.إ',
  BHD: '.د.ب',
};

function format(code: string): Intl.NumberFormat {
  return new Intl.NumberFormat('en', { style: 'currency', currency: code, currencyDisplay: 'narrowSymbol' });
}

/** Returns the symbol of a currency, such as `€` or `kr`, or its code if it has no symbol. */
export function symbolOf(code: string): string {
  const own = symbols[code];
  return (
    own ??
    format(code)
      .formatToParts(0)
      .find(({ type }) => type === 'currency')?.value ??
    code
  );
}

/** Returns the number of decimals of a currency: 2 for EUR, 0 for JPY, 3 for KWD. */
export function decimalsOf(code: string): number {
  return format(code).resolvedOptions().maximumFractionDigits ?? 2;
}

/** Returns whether a currency code exists. */
export function isCurrency(code: string): boolean {
  return Intl.supportedValuesOf('currency').includes(code);
}

/** Currency symbols that differ from the locale data. */
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

/** The symbol of a currency: `€`, `kr`, or its code when it has none. */
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

/** Decimals of a currency: 2 for EUR, 0 for JPY, 3 for KWD. */
export function decimalsOf(code: string): number {
  return format(code).resolvedOptions().maximumFractionDigits ?? 2;
}

/** Whether the currency code exists. */
export function isCurrency(code: string): boolean {
  return Intl.supportedValuesOf('currency').includes(code);
}

/** Symbols that shops write otherwise than the locale data do. */
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

/** What stands beside amounts of a currency: `€`, `kr`, or the code where it has no sign. */
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

/** How many decimals a currency has: 2 for EUR, 0 for JPY, 3 for KWD. */
export function decimalsOf(code: string): number {
  return format(code).resolvedOptions().maximumFractionDigits ?? 2;
}

/** Whether there is a currency of this code. */
export function isCurrency(code: string): boolean {
  return Intl.supportedValuesOf('currency').includes(code);
}

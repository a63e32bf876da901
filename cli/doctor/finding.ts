/** Result of a check of the doctor, with advice. */
export interface Finding {
  readonly check: string;
  readonly state: 'ok' | 'warning' | 'problem' | 'skipped';
  readonly found: string;
  /** Empty when there is nothing to do. */
  readonly advice: string;
}

/** Returns functions that create findings of one check. */
export function check(name: string) {
  const made =
    (state: Finding['state']) =>
    (found: string, advice: string): Finding => ({
      ...{ check: name, state, found, advice },
    });
  return {
    ok: (found: string) => made('ok')(found, ''),
    skipped: (found: string) => made('skipped')(found, ''),
    warning: made('warning'),
    problem: made('problem'),
  };
}

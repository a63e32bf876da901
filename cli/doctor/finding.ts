/** Result of a check of the command `doctor`, with advice. */
export interface Finding {
  readonly check: string;
  readonly state: 'ok' | 'warning' | 'problem' | 'skipped';
  readonly found: string;
  /** What the operator should do; empty when there is nothing to do. */
  readonly advice: string;
}

/** Returns functions that create findings of the named check, one function for each state. */
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

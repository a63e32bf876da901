import type { StoreSettings } from '#contracts/settings.ts';
import { Problem } from '#platform/errors/problem.ts';

/** A setting of the store that `settings show` and `settings set` can name. */
export interface NamedSetting {
  readonly name: string;
  /** Help text that describes the accepted values. */
  readonly takes: string;
  /** Returns the current value as one line of text. */
  read(settings: StoreSettings): string;
  /**
   * Returns the members of the store settings that change when this setting gets the value. @throws Problem for an
   * invalid value
   */
  change(value: string, settings: StoreSettings): Partial<StoreSettings>;
  /** Present if the value is a list of records. Users write the list as JSON, on the command line or in a file. */
  readonly records?: {
    /** Returns the records for `--json`, in the form that `change` accepts. */
    json(settings: StoreSettings): unknown;
    /** Returns a table of the records. `columns` is the width of the terminal; 0 if the output is no terminal. */
    text(settings: StoreSettings, columns: number): string;
  };
}

/** A function that parses a value into its stored form. @throws Problem for an invalid value */
export type Reader<T> = (value: string, name: string) => T;

/** Returns the error for an invalid value. `takes` describes the accepted values. */
export function refused(name: string, value: string, takes: string): Problem {
  return new Problem(`${name} takes ${takes}, not "${value}"`);
}

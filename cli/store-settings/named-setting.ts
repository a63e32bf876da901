import type { StoreSettings } from '#contracts/settings.ts';
import { Problem } from '../problem.ts';

/** A store setting with its name on the command line. */
export interface NamedSetting {
  readonly name: string;
  /** The accepted values, for the help. */
  readonly takes: string;
  /** Returns the value on one line. */
  read(settings: StoreSettings): string;
  /** Returns the change of the store's settings for a value. @throws Problem for an invalid value */
  change(value: string, settings: StoreSettings): Partial<StoreSettings>;
  /** Present for a list of records, whose value is JSON and may come from a file. */
  readonly records?: {
    /** Returns the records for `--json`, in the form that `change` accepts. */
    json(settings: StoreSettings): unknown;
    /** Returns a table of the records for a terminal with `columns` columns; 0 for no terminal. */
    text(settings: StoreSettings, columns: number): string;
  };
}

/** Parses a value into its stored form. @throws Problem for an invalid value */
export type Reader<T> = (value: string, name: string) => T;

/** Returns the error for an invalid value. */
export function refused(name: string, value: string, takes: string): Problem {
  return new Problem(`${name} takes ${takes}, not "${value}"`);
}

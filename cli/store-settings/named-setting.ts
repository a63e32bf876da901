import type { StoreSettings } from '#contracts/settings.ts';
import { Problem } from '../problem.ts';

/** A store setting by its CLI name. */
export interface NamedSetting {
  readonly name: string;
  /** The accepted values, for the help. */
  readonly takes: string;
  /** Returns the value on one line. */
  read(settings: StoreSettings): string;
  /** Returns the change for a value. @throws Problem for an invalid one */
  change(value: string, settings: StoreSettings): Partial<StoreSettings>;
  /** For a list of records, written in JSON and perhaps read from a file. */
  readonly records?: {
    /** Returns the records for `--json`, which can be read back. */
    json(settings: StoreSettings): unknown;
    /** Returns a table of the records. */
    text(settings: StoreSettings): string;
  };
}

/** Returns a valid value as stored. @throws Problem for an invalid one */
export type Reader<T> = (value: string, name: string) => T;

/** Returns the error for an invalid value. */
export function refused(name: string, value: string, takes: string): Problem {
  return new Problem(`${name} takes ${takes}, not "${value}"`);
}

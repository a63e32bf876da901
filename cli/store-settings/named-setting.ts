import type { StoreSettings } from '#contracts/settings.ts';
import { Problem } from '../problem.ts';

/** A setting of the store under the name that people type. */
export interface NamedSetting {
  readonly name: string;
  /** What may be said, for the help. */
  readonly takes: string;
  /** A line. */
  read(settings: StoreSettings): string;
  /** What is to be written for a value. @throws Problem for one that does not fit */
  change(value: string, settings: StoreSettings): Partial<StoreSettings>;
  /** Of a setting that is a list of records, which is written in JSON and may come out of a file. */
  readonly records?: {
    /** What is printed as JSON, and taken again. */
    json(settings: StoreSettings): unknown;
    /** A table for people. */
    text(settings: StoreSettings): string;
  };
}

/** A value that fits, as it is kept. @throws Problem otherwise */
export type Reader<T> = (value: string, name: string) => T;

/** A value that does not fit. */
export function refused(name: string, value: string, takes: string): Problem {
  return new Problem(`${name} takes ${takes}, not "${value}"`);
}

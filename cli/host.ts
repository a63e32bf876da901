import type { Bus } from './bus.ts';

/** What commands stand on; handed in, so that a test needs neither a process nor a system. */
export interface Host {
  connect(): Promise<Bus>;
  /** All of standard input, without one line end at its end. */
  input(): Promise<string>;
  /** Lets so many milliseconds pass. */
  pause(ms: number): Promise<void>;
  /** Writes to standard output: what was asked for. */
  out(text: string): void;
  /** Writes to standard error: progress and problems. */
  err(text: string): void;
  /** Columns of the terminal behind standard error; 0 when it is none. */
  readonly columns: number;
  /** Columns of the terminal behind standard output; 0 when it is none. */
  readonly width: number;
}

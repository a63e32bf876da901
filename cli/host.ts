import type { Bus } from './bus.ts';

/** What commands stand on; handed in, so that a test needs neither a process nor a system. */
export interface Host {
  connect(): Promise<Bus>;
  /** HTTP address of the gateway that runs here. @throws Problem when none is known */
  gateway(): Promise<string>;
  /** Secret of a WooCommerce's key pair out of the environment. */
  readonly consumerSecret: string | undefined;
  /** All of standard input, without one line end at its end. */
  input(): Promise<string>;
  /** Lets so many milliseconds pass. */
  pause(ms: number): Promise<void>;
  /** A signal that aborts at the first Ctrl-C, which then does not end the process. A second one does. */
  interrupted(): AbortSignal;
  /** Writes to standard output: what was asked for. */
  out(text: string): void;
  /** Writes to standard error: progress and problems. */
  err(text: string): void;
  /** Columns of the terminal behind standard error; 0 when it is none. */
  readonly columns: number;
  /** Columns of the terminal behind standard output; 0 when it is none. */
  readonly width: number;
}

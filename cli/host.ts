import type { Bus } from './bus.ts';
import type { CommandContext } from './settings.ts';

/** The environment of commands. Tests replace it, so that they need no process and no system. */
export interface Host {
  connect(): Promise<Bus>;
  /** Returns the HTTP URL of the local gateway. @throws Problem if it is unknown */
  gateway(): Promise<string>;
  /** Returns the facts about this machine that the doctor checks. */
  surroundings(): Promise<CommandContext>;
  /** Secret of a WooCommerce key pair from the environment. */
  readonly consumerSecret: string | undefined;
  /** Returns all of standard input without its final line end. */
  input(): Promise<string>;
  /** Asks a question in the terminal; true for yes. Null without a terminal. */
  readonly ask: ((question: string) => Promise<boolean>) | null;
  /** Waits for a number of milliseconds. */
  pause(ms: number): Promise<void>;
  /** Returns a signal that aborts at the first Ctrl-C, which does not end the process; a second Ctrl-C does. */
  interrupted(): AbortSignal;
  /** Writes results to standard output. */
  out(text: string): void;
  /** Writes progress and problems to standard error. */
  err(text: string): void;
  /** Columns of the terminal at standard error; 0 without a terminal. */
  readonly columns: number;
  /** Columns of the terminal at standard output; 0 without a terminal. */
  readonly width: number;
}

import type { Bus } from './bus.ts';
import type { CommandContext } from './settings.ts';

/**
 * The functions of the process and of the system that commands use. Tests give commands another host, which needs no
 * process and no system.
 */
export interface Host {
  connect(): Promise<Bus>;
  /** Returns the HTTP URL of the local gateway. @throws Problem if no local system runs */
  gateway(): Promise<string>;
  /** Returns the data folder, the running system and the ports, which the command `doctor` checks. */
  machineFacts(): Promise<CommandContext>;
  /** Secret of a WooCommerce key pair, from the environment. Undefined if the variable is not set. */
  readonly consumerSecret: string | undefined;
  /** Returns all of standard input without its final line end. */
  input(): Promise<string>;
  /** Asks a question in the terminal and returns whether the answer is yes. Null if there is no terminal. */
  readonly ask: ((question: string) => Promise<boolean>) | null;
  /** Waits for a number of milliseconds. */
  pause(ms: number): Promise<void>;
  /** Returns a signal that aborts at the first Ctrl-C. Only a second Ctrl-C ends the process. */
  interrupted(): AbortSignal;
  /** Writes results to standard output. */
  out(text: string): void;
  /** Writes progress and problems to standard error. */
  err(text: string): void;
  /** Columns of the terminal to which standard error goes; 0 without a terminal. */
  readonly columns: number;
  /** Columns of the terminal to which standard output goes; 0 without a terminal. */
  readonly width: number;
}

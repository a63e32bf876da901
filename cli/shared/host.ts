import type { Bus } from './bus.ts';
import type { CommandContext, NatsUser } from './settings.ts';

/**
 * What commands use of their surroundings: the terminal, the environment and the running system. Tests give commands
 * a simulated host instead.
 */
export interface Host {
  /** Connects to the running system, as the NATS user of the role `cli` or, for streams, `streams`. */
  connect(user?: NatsUser): Promise<Bus>;
  /** Returns the HTTP URL of the local gateway. @throws Problem if no local system runs */
  gateway(): Promise<string>;
  /** Returns the data folder, the running system and the ports, which the command `doctor` checks. */
  machineFacts(): Promise<CommandContext>;
  /** The setting `EVENT_REPLICAS`: the number of NATS nodes that store streams. Undefined if it is not set. */
  readonly eventReplicas: string | undefined;
  /** Returns the secret of a WooCommerce key pair, from the environment. Undefined if the variable is not set. */
  consumerSecret(): string | undefined;
  /** Returns all of standard input without its final line end. */
  input(): Promise<string>;
  /** The function asks a question in the terminal and returns whether the answer is yes. Null without a terminal. */
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

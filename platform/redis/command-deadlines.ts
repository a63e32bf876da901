import { Command } from 'ioredis';

/** Milliseconds between looks for commands whose time is over. */
const lookMs = 20;

interface Waiting {
  readonly command: Command;
  /** Time of the monotonic clock. */
  readonly until: number;
}

let waiting: Waiting[] = [];
let timer: NodeJS.Timeout | null = null;

function look(): void {
  const now = performance.now();
  waiting = waiting.filter(({ command, until }) => {
    if (!command.isSettled && until <= now) command.reject(new Error('Command timed out'));
    return !command.isSettled;
  });
  if (waiting.length > 0 || !timer) return;
  clearInterval(timer);
  timer = null;
}

/**
 * Uses one timer for all commands of this process. By default ioredis makes and clears one for each command.
 */
export function shareCommandTimer(): void {
  Command.prototype.setTimeout = function limit(this: Command, ms: number): void {
    waiting.push({ command: this, until: performance.now() + ms });
    timer ??= setInterval(look, lookMs).unref();
  };
}

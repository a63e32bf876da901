import { Command } from 'ioredis';

/** Milliseconds between checks for commands whose time is over. */
const lookMs = 20;

interface Pending {
  readonly command: Command;
  /** A time of the monotonic clock. */
  readonly until: number;
}

let pending: Pending[] = [];
let timer: NodeJS.Timeout | null = null;

function look(): void {
  const now = performance.now();
  pending = pending.filter(({ command, until }) => {
    if (!command.isSettled && until <= now) command.reject(new Error('Command timed out'));
    return !command.isSettled;
  });
  if (pending.length > 0 || !timer) return;
  clearInterval(timer);
  timer = null;
}

/**
 * Uses one timer for all commands of this process. By default ioredis makes and clears one for each command.
 */
export function shareCommandTimer(): void {
  Command.prototype.setTimeout = function limit(this: Command, ms: number): void {
    pending.push({ command: this, until: performance.now() + ms });
    timer ??= setInterval(look, lookMs).unref();
  };
}

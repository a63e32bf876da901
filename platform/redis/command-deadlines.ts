import { Command } from 'ioredis';

/** Milliseconds between two checks for commands that have timed out. */
const checkIntervalMs = 20;

interface Pending {
  readonly command: Command;
  /** Time at which the command times out, in milliseconds of the monotonic clock. */
  readonly timeoutAt: number;
}

let pending: Pending[] = [];
let timer: NodeJS.Timeout | null = null;

function rejectTimedOut(): void {
  const now = performance.now();
  pending = pending.filter(({ command, timeoutAt }) => {
    if (!command.isSettled && timeoutAt <= now) command.reject(new Error('Command timed out'));
    return !command.isSettled;
  });
  if (pending.length > 0 || !timer) return;
  clearInterval(timer);
  timer = null;
}

/** Uses one timer for all commands of this process. By default ioredis sets and clears a timer for each command. */
export function shareCommandTimer(): void {
  Command.prototype.setTimeout = function limit(this: Command, ms: number): void {
    pending.push({ command: this, timeoutAt: performance.now() + ms });
    // `setImmediate` lets Node first read answers that arrived while the event loop was blocked.
    timer ??= setInterval(() => setImmediate(rejectTimedOut), checkIntervalMs).unref();
  };
}

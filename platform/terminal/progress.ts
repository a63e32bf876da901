/** Shows the progress of a command. */
export interface Progress {
  /** Shows that `done` of `total` records are processed. `what` names the records, for example `products`. */
  show(what: string, done: number, total: number): void;
  /** Removes the progress bar from the terminal. */
  end(): void;
}

const barWidth = 24;
/** Milliseconds after which records per second are shown. Before, the rate would be inexact. */
const rateFromMs = 1_000;

/** Where progress is written: standard error, with its columns; 0 without a terminal. */
interface Screen {
  readonly columns: number;
  err(text: string): void;
}

/** Returns a progress bar on standard error. If standard error is no terminal, the bar shows nothing. */
export function progress(screen: Screen): Progress {
  if (screen.columns === 0) return { show: () => undefined, end: () => undefined };
  const clearLine = '\r\u001b[K';
  let current = '';
  let began = 0;
  const rate = (what: string, done: number) => {
    if (what !== current) {
      current = what;
      began = performance.now();
    }
    const ms = performance.now() - began;
    return ms < rateFromMs ? '' : `, ${Math.round((done / ms) * 1_000)} per second`;
  };
  return {
    show(what, done, total) {
      const filled = total === 0 ? barWidth : Math.round((done / total) * barWidth);
      const bar = `${'█'.repeat(filled)}${'░'.repeat(barWidth - filled)}`;
      const words = `${bar} ${done} of ${total} ${what}${rate(what, done)}`;
      screen.err(`${clearLine}${words.slice(0, screen.columns - 1)}`);
    },
    end: () => screen.err(clearLine),
  };
}

import type { Host } from '../host.ts';

/** Tells how far work has come. */
export interface Progress {
  /** `done` of `total` of something, for example products. */
  show(what: string, done: number, total: number): void;
  /** Takes the bar away. */
  end(): void;
}

const barWidth = 24;

/** A bar on standard error that draws over itself; silent where that is no terminal. */
export function progress(host: Host): Progress {
  if (host.columns === 0) return { show: () => undefined, end: () => undefined };
  const wipe = '\r\u001b[K';
  return {
    show(what, done, total) {
      const filled = total === 0 ? barWidth : Math.round((done / total) * barWidth);
      const bar = `${'█'.repeat(filled)}${'░'.repeat(barWidth - filled)}`;
      host.err(`${wipe}${`${bar} ${done} of ${total} ${what}`.slice(0, host.columns - 1)}`);
    },
    end: () => host.err(wipe),
  };
}

import type { Host } from '../host.ts';

/** Tells how far work has come. */
export interface Progress {
  /** `done` of `total` of something, for example products. */
  show(what: string, done: number, total: number): void;
  /** Takes the bar away. */
  end(): void;
}

const barWidth = 24;
/** A rate is told once there is this much to tell it from. Milliseconds. */
const rateFromMs = 1_000;

/** A bar on standard error that draws over itself, with a rate; silent where that is no terminal. */
export function progress(host: Host): Progress {
  if (host.columns === 0) return { show: () => undefined, end: () => undefined };
  const wipe = '\r\u001b[K';
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
      host.err(`${wipe}${words.slice(0, host.columns - 1)}`);
    },
    end: () => host.err(wipe),
  };
}

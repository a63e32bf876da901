import type { Report } from '#platform/woocommerce/import.ts';
import { nothing, summedCounts } from '#platform/woocommerce/send.ts';
import { reportText as importText } from '../shared/import-report.ts';

/** Result of seeding, with its duration, speed and memory use. */
interface SeedReport extends Report {
  readonly seconds: number;
  readonly productsPerSecond: number;
  /** Maximum memory of the current process, in megabytes. */
  readonly peakMegabytes: number;
}

/** Returns one report for several shops. `seconds` is the time that seeding took. */
export function joined(reports: readonly Report[], seconds: number): SeedReport {
  const taken = reports.reduce((sum, report) => summedCounts(sum, report.taken), {} as Report['taken']);
  const { created, changed, unchanged } = taken.products ?? nothing;
  return {
    taken,
    adjusted: reports.flatMap(({ adjusted }) => adjusted),
    leftOut: reports.flatMap(({ leftOut }) => leftOut),
    seconds: Number(seconds.toFixed(2)),
    productsPerSecond: Math.round((created + changed + unchanged) / seconds),
    peakMegabytes: Math.round(process.resourceUsage().maxRSS / 1_024),
  };
}

/** Returns a report as text. */
export function reportText(report: SeedReport): string {
  const { seconds, productsPerSecond, peakMegabytes } = report;
  const took = `${seconds} s, ${productsPerSecond} products per second, at most ${peakMegabytes} MB here`;
  return `${importText(report)}${took}\n`;
}

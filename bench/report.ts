import { columns } from '#testing/columns.ts';
import type { LimitCheck } from '#testing/limit-checks.ts';
import { bareHttp, type Figures, type Row } from './row.ts';

/** A process appears in the table if it uses at least this many CPU milliseconds per request. */
const minShown = 0.0005;

const limitsOf = (row: Row, figures: Figures, of: (name: string) => Figures | undefined): LimitCheck[] =>
  'floor' in row ? [] : row.limits(figures, of);

/** Returns a measured value and its limit as text for the table. */
export const limitText = ({ what, measured, limit, holds }: LimitCheck) =>
  `${holds ? 'ok' : 'over'}: ${what} ${measured.toFixed(3)} ${holds ? '≤' : '>'} ${limit}`;

function byProcess({ cpuBy }: Figures): string {
  const shown = [...cpuBy].filter(([, ms]) => ms >= minShown).sort(([, a], [, b]) => b - a);
  return shown.map(([name, ms]) => `${name} ${ms.toFixed(3)}`).join(', ');
}

/** Returns text such as `3.2 of 0.050`: a request costs 3.2 times the 0.050 CPU ms of the minimal server (floor). */
function timesFloor(row: Row, figures: Figures, rows: ReadonlyMap<Row, Figures>): string {
  const floor = [...rows].find(([one]) => 'over' in row && 'floor' in one && one.floor === row.over);
  return floor ? `${(figures.cpu / floor[1].cpu).toFixed(1)} of ${floor[1].cpu.toFixed(3)}` : '';
}

/**
 * Returns the table of all rows. The column `× http` is the CPU time of a request divided by the CPU time with plain
 * node:http. The load of the machine affects this ratio less than the CPU time itself.
 */
export function table(rows: ReadonlyMap<Row, Figures>): string {
  const byName = new Map([...rows].map(([row, figures]) => [row.name, figures]));
  const bare = byName.get(bareHttp);
  return columns(
    [...rows].map(([row, figures]) => ({
      row: row.name,
      'req/s': figures.rate.toFixed(0),
      'p50 ms': figures.p50.toFixed(2),
      'p99 ms': figures.p99.toFixed(2),
      bytes: figures.bytes.toFixed(0),
      'CPU-ms/req': figures.cpu.toFixed(3),
      '× http': bare ? (figures.cpu / bare.cpu).toFixed(1) : '',
      '× floor': timesFloor(row, figures, rows),
      generator: figures.generatorCpu.toFixed(3),
      limits: limitsOf(row, figures, (name) => byName.get(name))
        .map(limitText)
        .join(', '),
      'CPU-ms/req by process': byProcess(figures),
    })),
  );
}

/** Returns a line with the memory of each Node process in megabytes and the limit. */
export function memoryLine(when: string, memory: ReadonlyMap<string, number>, limit: number): string {
  const each = [...memory].map(([name, mb]) => `${name} ${mb.toFixed(0)}${mb > limit ? ' (over)' : ''}`);
  return `RSS in MB ${when}, each ≤ ${limit}: ${each.join(', ')}`;
}

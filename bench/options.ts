import { parseArgs } from 'node:util';

/** What `npm run bench` was asked for. */
export interface Options {
  readonly seconds: number;
  readonly runs: number;
  readonly carts: number;
  /** How many replicas of the cart service the shop has. */
  readonly replicas: number;
  /** Words that a row's name must hold; none for all rows. */
  readonly only: readonly string[];
  /** Does not wait before memory is looked at. */
  readonly quick: boolean;
}

export const usage = `npm run bench -- [--seconds 10] [--runs 3] [--carts 10000] [--replicas 1] [--only WORD]
                     [--quick]

Starts a system of its own, loads it, and prints what a request costs beside what it may cost. Exits 0 unless an
answer was neither a success nor 304: times are told, never judged by the exit code.

  --seconds   how long a run is measured
  --runs      how many runs of each row; the table shows medians
  --carts     how many carts there are
  --replicas  how many replicas of the cart service there are
  --only      only rows whose name holds this word; may be given several times
  --quick     looks at memory at once instead of waiting until it has settled
`;

function positive(name: string, text: string): number {
  const value = Number(text);
  if (!(Number.isInteger(value) && value > 0)) throw new Error(`--${name} takes a whole number above 0`);
  return value;
}

/** Options from the command line; null when help was asked for. @throws Error for one that is not known, or bad */
export function readOptions(args: readonly string[]): Options | null {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seconds: { type: 'string', default: '10' },
      runs: { type: 'string', default: '3' },
      carts: { type: 'string', default: '10000' },
      replicas: { type: 'string', default: '1' },
      only: { type: 'string', multiple: true, default: [] },
      quick: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return null;
  return {
    seconds: positive('seconds', values.seconds),
    runs: positive('runs', values.runs),
    carts: positive('carts', values.carts),
    replicas: positive('replicas', values.replicas),
    only: values.only,
    quick: values.quick,
  };
}

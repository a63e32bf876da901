import { parseArgs } from 'node:util';
import { parseReplicas, type Replicas } from '../dev/base/options.ts';

/** Options of `npm run bench`. */
export interface Options {
  readonly seconds: number;
  readonly runs: number;
  readonly carts: number;
  readonly replicas: Replicas;
  /** Number of prices that change per second during a run. */
  readonly priceChanges: number;
  /** Words from the names of the table rows to measure. An empty list selects all rows. */
  readonly only: readonly string[];
  /** Whether memory is measured at once instead of after a pause. */
  readonly quick: boolean;
  /** Whether each table row is measured once more with a CPU profiler. */
  readonly profile: boolean;
  /** Whether, instead of a measurement, the files are listed that run for one request. */
  readonly files: boolean;
  /** The commit with which the working tree is compared. Null measures only the working tree. */
  readonly compare: string | null;
}

export const usage = `npm run bench -- [--seconds 10] [--runs 3] [--carts 10000] [--replicas cart=2]
                     [--price-changes 0] [--only WORD] [--quick] [--profile] [--compare COMMIT] [--files]

Starts a system of its own, loads it, and prints what a request costs beside what it may cost. Exits 0 unless an
answer was neither a success nor 304: times are reported, and never change the exit code.

  --seconds   how long a run is measured
  --runs      how many runs of each row; the table shows medians
  --carts     how many carts there are
  --replicas  how many of each process run, such as cart=2,catalogue=2; 1 of each when not said
  --price-changes
              how many prices change a second during a run; their cost counts too
  --only      only the row with this name, else rows whose name contains this; may be given several times
  --quick     looks at memory at once instead of waiting until it has settled
  --profile   writes a CPU profile of each row and process into .data/profiles, and prints the top functions
  --compare   runs this tree and a commit alternately, and prints the ratio of each row with its spread
  --files     lists the own files that run for one add and for one list, and measures nothing
`;

function wholeNumber(name: string, text: string, least: number): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= least) return value;
  throw new Error(`--${name} takes a whole number from ${least}`);
}

const positive = (name: string, text: string) => wholeNumber(name, text, 1);

/** Returns the options of the command line; null for `--help`. @throws Error for an unknown or invalid option */
export function readOptions(args: readonly string[]): Options | null {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seconds: { type: 'string', default: '10' },
      runs: { type: 'string', default: '3' },
      carts: { type: 'string', default: '10000' },
      replicas: { type: 'string', default: '' },
      'price-changes': { type: 'string', default: '0' },
      only: { type: 'string', multiple: true, default: [] },
      quick: { type: 'boolean', default: false },
      profile: { type: 'boolean', default: false },
      compare: { type: 'string' },
      files: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return null;
  return {
    seconds: positive('seconds', values.seconds),
    runs: positive('runs', values.runs),
    carts: positive('carts', values.carts),
    replicas: parseReplicas(values.replicas, 1),
    priceChanges: wholeNumber('price-changes', values['price-changes'], 0),
    only: values.only,
    quick: values.quick,
    profile: values.profile,
    compare: values.compare ?? null,
    files: values.files,
  };
}

// `npm run attack`: sends hostile requests to a running system and measures their effect on other clients.
import { parseArgs } from 'node:util';
import { attack, type Result } from './run.ts';

const usage = `npm run attack -- --base URL [--limit 100] [--only WORD] [--short] [--insecure]

Sends hostile requests to the system at this address, and asks it for a product beside them. An attack succeeds when
somebody else waits, when it makes a fault (status 500), or when a limit that should stop it does not. Exits 1 if any
succeeds. Attack systems of your own only: guest carts are made, which expire, and limits count your address.

  --base      address of the system, without a path: https://shop.example
  --limit     how many milliseconds longer somebody else may wait than beside as many harmless requests
  --only      only attacks whose name holds this word; may be given several times
  --short     leaves out the attack that fills memory with guest carts
  --insecure  takes any certificate
`;

function line({ name, requests, statuses, slowest, usual, seen, fault }: Result): string {
  const counts = [...statuses].map(([status, count]) => `${status || 'none'} × ${count}`).join(', ');
  const [before, beside] = [usual, seen].map(
    ({ p50, worst }) => `${p50.toFixed(0)} to ${worst.toFixed(0)} ms`,
  );
  const others = `another client: ${beside}, beside harmless requests ${before}`;
  const verdict = fault === null ? 'held    ' : 'BROKEN  ';
  const why = fault === null ? '' : `\n          ${fault}`;
  return `${verdict}  ${name}\n          ${requests} requests: ${counts}; slowest ${slowest.toFixed(0)} ms; ${others}${why}\n`;
}

function optionsIn(args: readonly string[]) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      base: { type: 'string' },
      limit: { type: 'string', default: '100' },
      only: { type: 'string', multiple: true, default: [] },
      short: { type: 'boolean', default: false },
      insecure: { type: 'boolean', default: false },
    },
  });
  const { base = '', limit, ...others } = values;
  if (!/^https?:\/\//.test(base) || !URL.canParse(base)) throw new Error('say whom to attack: --base URL');
  const limitMs = Number(limit);
  if (!(limitMs > 0)) throw new Error('--limit takes milliseconds above 0');
  return { ...others, base: new URL(base).origin, limitMs };
}

async function main(args: readonly string[]): Promise<number> {
  let options: ReturnType<typeof optionsIn>;
  try {
    options = optionsIn(args);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
    return 2;
  }
  const results = await attack({ ...options, onResult: (result) => process.stdout.write(line(result)) });
  const broken = results.filter(({ fault }) => fault !== null).length;
  process.stdout.write(`${results.length - broken} attacks held, ${broken} succeeded\n`);
  return broken === 0 && results.length > 0 ? 0 : 1;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`attack: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}

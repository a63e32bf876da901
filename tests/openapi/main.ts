// `npm run contract`: Schemathesis tries every route of both mounts on a started system with the demo shop.
import { parseArgs } from 'node:util';
import { startSystem } from '#testing/system.ts';
import { schemathesis, tryMount } from './schemathesis.ts';

const help = 'npm run contract [-- --examples 20 --seed 1]\n';

// The child processes end by themselves when this process has ended.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      examples: { type: 'string', default: '20' },
      seed: { type: 'string', default: '1' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) return void process.stdout.write(help);
  const program = await schemathesis();
  if (!program) throw new Error('Schemathesis needs Python 3 with venv, and PyPI.');
  await using system = await startSystem({
    demo: true,
    env: { CART_RATE_LIMIT: 'off', LOGIN_RATE_LIMIT: 'off', SHOP: 'off' },
  });
  for (const mount of ['', '/wp-json/cocart']) {
    const url = `${system.httpUrl}${mount}`;
    const [examples, seed] = [Number(values.examples), Number(values.seed)];
    const trial = { url, examples, seed, phases: 'examples,coverage,fuzzing' };
    const { failed, output } = await tryMount(program, trial);
    const [cases = 'no cases'] = /\d+ generated.*/.exec(output) ?? [];
    process.stdout.write(failed ? output : `${mount || '/'}: no contradictions; ${cases}\n`);
    if (failed) process.exitCode = 1;
  }
}

try {
  await main();
} catch (error) {
  process.stderr.write(`contract: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

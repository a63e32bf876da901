// `npm run conformance`: sends the recorded requests to this system, and compares the answers with the recorded
// answers of the real CoCart. Does this for the recorded shop and for two shops with other ids and currencies.
import { shops } from './other-shop.ts';
import { replay, startReplaySystem } from './replay-shop.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

// The child processes end by themselves when this process has ended.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

async function main(): Promise<void> {
  await using system = await startReplaySystem();
  for (const shop of shops) {
    const { failures, skipped, passed, wanted } = await replay(system, shop);
    for (const { step, differences } of failures) say(`FAIL ${step}: ${JSON.stringify(differences)}`);
    for (const step of skipped) say(`SKIP ${step}`);
    say(`${passed} of ${wanted}, shop ${shop.name}`);
    if (passed !== wanted) process.exitCode = 1;
  }
}

try {
  await main();
} catch (error) {
  process.stderr.write(`conformance: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

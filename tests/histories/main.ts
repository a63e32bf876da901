// `npm run histories -- [--changes 100000] [--seed 1]`: makes random changes and faults in a shop that a catalogue follows,
// with the plugin and without it. A failed test names the seed of its history, which repeats it.
import { parseArgs } from 'node:util';
import { runTests } from '../../dev/test.ts';

const { values } = parseArgs({
  options: {
    changes: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '1' },
  },
});
await runTests(['tests/histories'], { HISTORIES_CHANGES: values.changes, HISTORIES_SEED: values.seed });

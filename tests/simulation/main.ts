// `npm run simulation`: runs the long form of the tests in this folder, which takes some minutes.
import { runTests } from '../../dev/test.ts';

const given = process.argv.slice(2);
await runTests([...(given.length === 0 ? ['tests/simulation'] : given), '--long']);

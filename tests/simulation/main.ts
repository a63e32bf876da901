// `npm run simulation`: the tests of this folder in their long form, which takes some minutes.
import { beLong } from './seed.ts';

beLong();
if (process.argv.length === 2) process.argv.push('tests/simulation');
await import('../../dev/test.ts');

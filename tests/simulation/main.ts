// `npm run simulation`: runs the tests of this folder in their long form, which takes some minutes.
if (process.argv.length === 2) process.argv.push('tests/simulation');
process.argv.push('--long');
await import('../../dev/test.ts');

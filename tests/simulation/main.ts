// `npm run simulation`: runs the long form of the tests in this folder, which takes some minutes.
if (process.argv.length === 2) process.argv.push('tests/simulation');
process.argv.push('--long');
await import('../../dev/test.ts');

#!/usr/bin/env node
// The command `cartwright`: what `npm run cli --` does, on whatever Node is there.
process.argv.splice(2, 0, 'cli');
await import('../dev/bootstrap.mjs');

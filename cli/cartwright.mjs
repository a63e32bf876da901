#!/usr/bin/env node
// The command `cartwright`: the same as `npm run cli --`, on any Node.
process.argv.splice(2, 0, 'cli');
await import('../dev/bootstrap.mjs');

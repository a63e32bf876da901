#!/usr/bin/env node
// The command `cartwright` does the same as `npm run cli --`, with any version of Node.
process.argv.splice(2, 0, 'cli');
await import('../dev/bootstrap.mjs');

#!/usr/bin/env node
// The command `cartwright` does the same as `npm run cli --`. An older Node can start this file, because
// `bootstrap.mjs` finds Node 24.
process.argv.splice(2, 0, 'cli');
await import('../dev/bootstrap.mjs');

#!/usr/bin/env node
// Every npm script starts with this program, which installs missing dependencies, finds Node 24, and runs the
// TypeScript entry of the command. The program is plain JavaScript without dependencies, for Node 18 or
// later.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import module from 'node:module';
import { constants } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { withLock } from './base/lock.mjs';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const NEEDED_MAJOR = 24;
const ENTRIES = {
  start: 'dev/start.ts',
  cluster: 'dev/start.ts',
  service: 'dev/service.ts',
  cli: 'cli/main.ts',
  test: 'dev/test.ts',
  check: 'dev/check.ts',
  generate: 'dev/generate.ts',
  bench: 'bench/main.ts',
  attack: 'bench/attack/main.ts',
  faults: 'tests/faults/main.ts',
  conformance: 'tests/conformance/main.ts',
  contract: 'tests/openapi/main.ts',
  record: 'tests/openapi/record/main.ts',
  money: 'tests/money/main.ts',
  simulation: 'tests/simulation/main.ts',
  histories: 'tests/histories/main.ts',
  next: 'tests/next/main.ts',
  secrets: 'dev/secrets-env.ts',
  engines: 'dev/engines/main.ts',
  release: 'dev/release.ts',
};

/**
 * Node flags for `npm run cli`: more memory for new objects. V8 then collects garbage less often while code
 * loads, which saves 5 to 10 % of a command's CPU time.
 */
const CLI_FLAGS = ['--min-semi-space-size=16'];

/** Prints a sentence to standard error and exits with code 1. */
function fail(sentence) {
  process.stderr.write(`cartwright: ${sentence}\n`);
  process.exit(1);
}

/** Installs the packages of package-lock.json if they are not installed yet. */
async function install() {
  const folder = join(ROOT, 'node_modules/.cache/cartwright');
  const stamp = join(folder, 'installed');
  const lockHash = () =>
    createHash('sha256')
      .update(readFileSync(join(ROOT, 'package-lock.json')))
      .digest('hex');
  const installed = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === lockHash();
  if (installed()) return;
  mkdirSync(folder, { recursive: true });
  const sayWaiting = () => process.stderr.write('cartwright: waiting for another process that installs\n');
  await withLock(join(folder, 'install.lock'), sayWaiting, () => {
    if (installed()) return;
    npmInstall();
    mkdirSync(folder, { recursive: true });
    writeFileSync(stamp, lockHash());
  });
}

/** Runs `npm install`. `npm ci` would refuse a lock file that lacks the packages of another operating system. */
function npmInstall() {
  process.stderr.write(
    'cartwright: installing dependencies (npm install, the first time about half a minute)\n',
  );
  const args = [
    'install',
    '--no-audit',
    '--no-fund',
    '--include=dev',
    '--include=optional',
    '--loglevel=error',
  ];
  const npm = process.env.npm_execpath?.endsWith('npm-cli.js')
    ? [process.execPath, process.env.npm_execpath]
    : ['npm'];
  const done = spawnSync(npm[0], [...npm.slice(1), ...args], { cwd: ROOT, encoding: 'utf8' });
  if (done.status === 0) return;
  process.stderr.write(`${done.stdout ?? ''}${done.stderr ?? ''}`);
  fail(`npm install failed (${done.error?.message ?? `exit ${done.status}`}); its own words are above.`);
}

/** Returns the path of a Node program in `node_modules`, version 24 or later; null if npm has installed none. */
function installedNode() {
  const system = `${process.platform}-${process.arch}`;
  for (const name of [`node-${system}`, `node-bin-${system}`]) {
    const folder = join(ROOT, 'node_modules', name);
    const binary = join(folder, process.platform === 'win32' ? 'bin/node.exe' : 'bin/node');
    if (!existsSync(binary)) continue;
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    if (Number.parseInt(version, 10) >= NEEDED_MAJOR) return binary;
  }
  return null;
}

/**
 * Calls `onGone` when the npm process that started this process has ended, because npm does not forward a
 * termination signal. Does nothing if npm did not start this process.
 */
function watchNpm(word, onGone) {
  if (process.env.npm_lifecycle_event !== word || process.platform === 'win32') return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    onGone();
  }, 250);
  timer.unref();
}

/**
 * Runs the program `entry` in a child process, with the Node at the path `node`. Forwards signals to the
 * child, and exits with the child's exit code.
 */
function runOn(node, word, entry, args) {
  const flags = ['--disable-warning=ExperimentalWarning', ...(word === 'cli' ? CLI_FLAGS : [])];
  const child = spawn(node, [...flags, entry, ...args], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  watchNpm(word, () => child.kill('SIGTERM'));
  child.on('error', (error) =>
    fail(`${node} cannot be run (${error.message}); install Node ${NEEDED_MAJOR} yourself.`),
  );
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
}

async function main() {
  const [word, ...args] = process.argv.slice(2);
  if (word === 'cluster') args.unshift('--cluster');
  const entry = Object.hasOwn(ENTRIES, word ?? '') && join(ROOT, ENTRIES[word]);
  if (!entry) fail(`say one of ${Object.keys(ENTRIES).join(', ')} after dev/bootstrap.mjs.`);
  await install();

  // npm runs scripts in the folder of the repository, but users write paths relative to their own folder.
  const userFolder =
    process.env.npm_lifecycle_event === word ? (process.env.INIT_CWD ?? process.cwd()) : process.cwd();
  process.env.DATA_DIR = process.env.DATA_DIR
    ? resolve(userFolder, process.env.DATA_DIR)
    : join(ROOT, '.data');
  // Without V8's compile cache, each process would compile all its sources at each start.
  process.env.NODE_COMPILE_CACHE ||= join(process.env.DATA_DIR, 'compile-cache');
  if (['cli', 'start', 'cluster', 'service', 'secrets'].includes(word)) process.chdir(userFolder);
  if (['cli', 'start', 'cluster', 'service'].includes(word)) {
    // These commands write files to the data folder. Other users of the machine must not read these files.
    process.umask(0o077);
  }

  if (Number.parseInt(process.versions.node, 10) >= NEEDED_MAJOR) {
    module.enableCompileCache(process.env.NODE_COMPILE_CACHE);
    watchNpm(word, () => process.kill(process.pid, 'SIGTERM'));
    process.argv = [process.argv[0], entry, ...args];
    await import(pathToFileURL(entry).href);
    return;
  }
  const node = installedNode();
  if (!node) {
    fail(
      `Node ${NEEDED_MAJOR} or newer is needed, this is ${process.version}, and npm has no Node ${NEEDED_MAJOR} package ` +
        `for ${process.platform}-${process.arch}: install Node ${NEEDED_MAJOR} (https://nodejs.org) or use docker compose up.`,
    );
  }
  runOn(node, word, entry, args);
}

await main();

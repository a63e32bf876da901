// A lock between processes. This file is plain JavaScript, because dev/bootstrap.mjs runs on any Node.
import { linkSync, mkdirSync, readFileSync, rmSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Runs `work` while the current process holds the lock file at `path`. Calls `onWait` once if another process
 * holds the lock.
 *
 * The lock file contains the pid of its holder. If the holder was killed, another process takes the lock
 * over.
 */
export async function withLock(path, onWait, work) {
  mkdirSync(dirname(path), { recursive: true });
  for (let tries = 0; !take(path); tries += 1) {
    if (tries === 0) onWait();
    await sleep(200);
  }
  try {
    return await work();
  } finally {
    rmSync(path, { force: true });
  }
}

/**
 * Tries once to take the lock, and returns whether the attempt succeeded. Writes the pid to another file and
 * then links this file to `path`, so the lock file always contains a pid.
 */
function take(path) {
  const ownFile = `${path}.${process.pid}`;
  writeFileSync(ownFile, `${process.pid}\n`);
  try {
    linkSync(ownFile, path);
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    removeStale(path);
    return false;
  } finally {
    rmSync(ownFile, { force: true });
  }
}

/**
 * Removes the lock file of a process that has ended. Only the process that creates the guard file may remove
 * the lock file. Otherwise process A could remove the old file and take the lock, and process B could then
 * remove A's new file.
 */
function removeStale(path) {
  if (!isStale(path)) return;
  const guard = `${path}.guard`;
  try {
    writeFileSync(guard, '', { flag: 'wx' });
  } catch {
    if (ageOf(guard) > 10_000) rmSync(guard, { force: true });
    return;
  }
  try {
    if (isStale(path)) unlinkSync(path);
  } finally {
    rmSync(guard, { force: true });
  }
}

function isStale(path) {
  try {
    process.kill(Number(readFileSync(path, 'utf8')), 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}

function ageOf(path) {
  try {
    return Date.now() - statSync(path).mtimeMs;
  } catch {
    return 0;
  }
}

// A lock between processes. Plain JavaScript, since dev/bootstrap.mjs needs it on any Node, before it has found Node
// 24.
import { linkSync, mkdirSync, readFileSync, rmSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Runs `work` while this process alone holds the lock file at `path`; other processes wait.
 *
 * The file contains the pid of its holder, so that the lock of a killed process is taken over. `onWait` is called once
 * if another process holds the lock.
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
 * Tries once to take the lock; returns whether it did. The file is linked into place, so that it is never without its
 * pid.
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

/** Removes the lock of a process that has ended. A guard file keeps two waiting processes from removing a new lock. */
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

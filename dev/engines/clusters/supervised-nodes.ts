import { setTimeout as sleep } from 'node:timers/promises';
import type { RunFolder } from '../../run-folder.ts';
import { say } from '../../terminal.ts';
import type { EngineNode } from './engine-cluster.ts';

const checkEveryMs = 100;
const longestDelayMs = 5_000;

/**
 * Supervises the nodes of engines: starts a node again when the node ends, and writes the node's current pid to
 * the run folder.
 */
export class SupervisedNodes {
  readonly #nodes: readonly EngineNode[];
  readonly #run: RunFolder;
  #ending = false;

  constructor(nodes: readonly EngineNode[], run: RunFolder) {
    this.#nodes = nodes;
    this.#run = run;
    for (const node of nodes) void this.#keep(node);
  }

  async #keep(node: EngineNode): Promise<void> {
    let [lastPid, delayMs] = [node.pid, checkEveryMs];
    if (lastPid !== null) this.#run.writePid(node.name, lastPid);
    for (;;) {
      await sleep(checkEveryMs);
      if (this.#ending) return;
      if (node.pid !== null) {
        delayMs = checkEveryMs;
        continue;
      }
      say(`${node.name} ended; started again in ${delayMs / 1_000} s`);
      await sleep(delayMs);
      delayMs = Math.min(2 * delayMs, longestDelayMs);
      if (this.#ending) return;
      await node.start().catch(() => undefined);
      if (node.pid !== null && node.pid !== lastPid) {
        lastPid = node.pid;
        this.#run.writePid(node.name, lastPid);
      }
    }
  }

  /** Stops all nodes. Kills the nodes that still run after `patienceMs` milliseconds. */
  async stop(patienceMs: number): Promise<void> {
    this.#ending = true;
    await Promise.race([Promise.all(this.#nodes.map((node) => node.stop())), sleep(patienceMs)]);
    await Promise.all(this.#nodes.map((node) => node.kill()));
    for (const { name } of this.#nodes) this.#run.removePid(name);
  }
}

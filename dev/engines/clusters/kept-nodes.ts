import { setTimeout as sleep } from 'node:timers/promises';
import type { RunFolder } from '../../run-folder.ts';
import { say } from '../../terminal.ts';
import type { EngineNode } from './engine-cluster.ts';

const lookEveryMs = 100;
const longestDelayMs = 5_000;

/** Supervised nodes: a node that ends is started again, and its current pid is in the run folder. */
export class KeptNodes {
  readonly #nodes: readonly EngineNode[];
  readonly #run: RunFolder;
  #ending = false;

  constructor(nodes: readonly EngineNode[], run: RunFolder) {
    this.#nodes = nodes;
    this.#run = run;
    for (const node of nodes) void this.#keep(node);
  }

  async #keep(node: EngineNode): Promise<void> {
    let [known, delayMs] = [node.pid, lookEveryMs];
    if (known !== null) this.#run.writePid(node.name, known);
    for (;;) {
      await sleep(lookEveryMs);
      if (this.#ending) return;
      if (node.pid !== null) {
        delayMs = lookEveryMs;
        continue;
      }
      say(`${node.name} ended; started again in ${delayMs / 1_000} s`);
      await sleep(delayMs);
      delayMs = Math.min(2 * delayMs, longestDelayMs);
      if (this.#ending) return;
      await node.start().catch(() => undefined);
      if (node.pid !== null && node.pid !== known) {
        known = node.pid;
        this.#run.writePid(node.name, known);
      }
    }
  }

  /** Ends all nodes. Those that still run after `patienceMs` are killed. */
  async stop(patienceMs: number): Promise<void> {
    this.#ending = true;
    await Promise.race([Promise.all(this.#nodes.map((node) => node.stop())), sleep(patienceMs)]);
    await Promise.all(this.#nodes.map((node) => node.kill()));
    for (const { name } of this.#nodes) this.#run.removePid(name);
  }
}

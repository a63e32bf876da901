import { relative, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type RunningSystem, startSystem } from '#testing/system.ts';
import { type Inspector, inspectedNode, inspectorOf } from './inspector.ts';
import { processesOf } from './processes.ts';
import { production } from './systems.ts';

/** The processes through which a shopper's request goes. */
const looked = /^(gateway|cart|catalogue)\b/;

/** How often each request is sent. A file counts if it runs in more than half of these trials. */
const trials = 3;
const idleMs = 1_000;
const root = resolve(import.meta.dirname, '..');

/** V8's answer to `Profiler.takePreciseCoverage`: how often each function ran since the last question. */
interface Coverage {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly {
      readonly functionName: string;
      readonly ranges: readonly { readonly count: number }[];
    }[];
  }[];
}

/** Returns the project's own files of which a function ran in one of the processes since the last question. */
async function filesRun(inspectors: readonly Inspector[]): Promise<Set<string>> {
  const files = new Set<string>();
  for (const inspector of inspectors) {
    const { result } = (await inspector.ask('Profiler.takePreciseCoverage')) as Coverage;
    for (const { url, functions } of result) {
      if (!url.startsWith('file:') || !functions.some(({ ranges }) => (ranges[0]?.count ?? 0) > 0)) continue;
      const file = relative(root, fileURLToPath(url));
      if (!file.startsWith('..') && !file.startsWith('node_modules')) files.add(file);
    }
  }
  return files;
}

/** Returns the files that ran in more than half of the trials. */
async function filesOf(inspectors: readonly Inspector[], send: (trial: number) => Promise<unknown>) {
  const counts = new Map<string, number>();
  for (let trial = 0; trial < trials; trial += 1) {
    await filesRun(inspectors);
    await send(trial);
    for (const file of await filesRun(inspectors)) counts.set(file, (counts.get(file) ?? 0) + 1);
  }
  return new Set([...counts].filter(([, count]) => count > trials / 2).map(([file]) => file));
}

async function okOf(url: string, init?: RequestInit): Promise<void> {
  const response = await fetch(url, init);
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
}

/** The requests that are followed. The argument makes each of them new to every cache of answers. */
const requests: Readonly<Record<string, (url: string, trial: number) => Promise<void>>> = {
  'first add of a guest': (url) =>
    okOf(`${url}/v2/cart/add-item`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ id: '101', quantity: '1' }),
    }),
  'uncached list': (url, trial) => okOf(`${url}/v2/products?per_page=${10 + trial}`),
};

async function follow(system: RunningSystem): Promise<string[]> {
  const inspectors: Inspector[] = [];
  for (const one of (await processesOf(system.dataDir)).filter(({ name }) => looked.test(name))) {
    const inspector = await inspectorOf(system, one);
    await inspector.ask('Profiler.enable');
    await inspector.ask('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    inspectors.push(inspector);
  }
  const idle = await filesOf(inspectors, () => sleep(idleMs));
  const lines: string[] = [];
  for (const [name, send] of Object.entries(requests)) {
    await send(system.httpUrl, trials);
    const files = await filesOf(inspectors, (trial) => send(system.httpUrl, trial));
    const own = [...files].filter((file) => !idle.has(file)).sort();
    lines.push(
      `${name}: ${files.size} files, ${own.length} beyond an idle system`,
      ...own.map((file) => `  ${file}`),
      '',
    );
  }
  for (const inspector of inspectors) inspector.close();
  return lines;
}

/**
 * Returns, for a guest's first add and for an uncached list, the project's own files that run for one request: by V8's
 * count of calls in gateway, cart and catalogue, less what an idle second runs.
 */
export async function filesOfRequests(dataDir: string): Promise<string[]> {
  const system = await startSystem({ dataDir, demo: true, env: { ...production, ...inspectedNode } });
  try {
    return await follow(system);
  } finally {
    await system.stop();
  }
}

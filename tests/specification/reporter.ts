import { mkdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Reporter, TestModule, TestRunEndReason } from 'vitest/node';
import { lastRunPath, Results, resultsText, specificationDigest, specificationTests } from './results.ts';

const root = resolve(fileURLToPath(import.meta.url), '../../..');
const folder = join(root, 'tests/specification');

function resultsOf(module: TestModule): [title: string, state: string][] {
  return [...module.children.allTests()].map((test) => [test.name, test.result().state]);
}

/**
 * Keeps the results of the specification's tests until `npm run generate` takes them over.
 *
 * Only a run of the whole suite counts: one that left out a file or a test, was interrupted, or whose tests were
 * changed meanwhile, keeps nothing. Nothing in the file depends on the time or the machine.
 */
export default class SpecificationReporter implements Reporter {
  #digest: string | null = null;

  async onTestRunStart(): Promise<void> {
    this.#digest = await specificationDigest(root);
  }

  async onTestRunEnd(
    modules: readonly TestModule[],
    _errors: readonly unknown[],
    reason: TestRunEndReason,
  ): Promise<void> {
    if (reason === 'interrupted') return;
    const ours = modules.filter((module) => dirname(module.moduleId) === folder);
    const results = ours
      .map((module) => [basename(module.moduleId), resultsOf(module)] as const)
      .sort(([one], [other]) => one.localeCompare(other, 'en'));
    const files = await specificationTests(root);
    const whole = files.every((file) => results.some(([name, tests]) => name === file && tests.length > 0));
    const judged = results.every(([, tests]) =>
      tests.every(([, state]) => state === 'passed' || state === 'failed'),
    );
    if (files.length === 0 || !whole || !judged) return;
    if (this.#digest !== (await specificationDigest(root))) return;
    const tests = Object.fromEntries(results.map(([name, ours]) => [name, Object.fromEntries(ours)]));
    await mkdir(dirname(join(root, lastRunPath)), { recursive: true });
    await writeFile(join(root, lastRunPath), resultsText(Results.parse({ digest: this.#digest, tests })));
  }
}

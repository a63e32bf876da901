import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const Step = z.looseObject({ step: z.string() });
const Scenario = z.looseObject({ name: z.string(), steps: z.array(Step) });
const CaseFile = z.looseObject({ group: z.string(), scenarios: z.array(Scenario) });
export type CaseFile = z.infer<typeof CaseFile>;

/**
 * Returns whether the scenarios of a group hold in any shop. Such scenarios are also replayed with other ids and
 * currencies.
 */
export function holdsForAnyShop({ group }: CaseFile): boolean {
  return group.startsWith('catalogue-') || group === 'protocol-errors';
}

/** Returns the groups of scenarios (sequences of recorded requests) in a folder. Each JSON file is one group. */
export async function readCases(folder: string): Promise<CaseFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort();
  return Promise.all(
    names.map(async (name) => CaseFile.parse(JSON.parse(await readFile(join(folder, name), 'utf8')))),
  );
}

/** Returns the number of requests (steps) whose answers are checked. A step with `prepare` only prepares others. */
export function countedSteps(files: readonly CaseFile[]): number {
  const steps = files.flatMap(({ scenarios }) => scenarios.flatMap((one) => one.steps));
  return steps.filter(({ prepare }) => prepare !== true).length;
}

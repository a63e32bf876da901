import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { built } from './built.ts';

const Step = z.looseObject({ step: z.string() });
const Scenario = z.looseObject({ name: z.string(), steps: z.array(Step) });
const CaseFile = z.looseObject({ group: z.string(), scenarios: z.array(Scenario) });
export type CaseFile = z.infer<typeof CaseFile>;

/** The scenarios of a group that are built. @throws Error when one that is named, or one of its steps, is not there */
export async function builtCases(folder: string, group: string): Promise<CaseFile> {
  const file = CaseFile.parse(JSON.parse(await readFile(join(folder, `${group}.json`), 'utf8')));
  const wanted = built[group] ?? {};
  if (wanted === true) return file;
  const scenarios = Object.entries(wanted).map(([name, steps]) => {
    const scenario = file.scenarios.find((one) => one.name === name);
    if (!scenario) throw new Error(`${group} has no scenario ${name}`);
    if (steps === true) return scenario;
    const kept = scenario.steps.filter(({ step }) => steps.includes(step));
    if (kept.length !== steps.length) throw new Error(`${group}/${name} lacks a step`);
    return { ...scenario, steps: kept };
  });
  return { ...file, scenarios };
}

/** Steps that are judged: those that only bring about a state are not. */
export function judgedSteps(files: readonly CaseFile[]): number {
  const steps = files.flatMap(({ scenarios }) => scenarios.flatMap((one) => one.steps));
  return steps.filter(({ prepare }) => prepare !== true).length;
}

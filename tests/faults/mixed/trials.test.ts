import { afterAll, beforeAll, expect, test } from 'vitest';
import { testSaleWindow } from '../../e2e/sale-window.fixture.ts';
import { DamagedSystem } from '../damaged-system.ts';
import { runTrialOn, type TrialRun } from './run-trial.ts';
import { processes, rollingRestart, type Trial, trials } from './trials.ts';

const replicas = { gateway: 2, cart: 2, catalogue: 2, auth: 2, events: 2 };
const short = { topology: 'single', rate: 20, requests: 1, awayMs: 3_000 } as const;

let system: DamagedSystem;
beforeAll(async () => {
  system = await DamagedSystem.start({ replicas });
});
afterAll(() => system[Symbol.asyncDispose]());

/**
 * Runs the trial with this id. Members of `other`, such as `damage`, replace members of the trial. Each trial needs its
 * own seed, because the seed determines the cart keys.
 */
async function runById(id: string, seed: number, other: Partial<Trial> = {}): Promise<TrialRun['seen']> {
  const trial = trials.find((one) => one.id === id);
  if (!trial) throw new Error(`there is no trial ${id}`);
  return (await runTrialOn(system, { ...trial, ...other }, { ...short, seed })).seen;
}

// A busy machine may answer 503, but it must answer every request and must not lose a write.
const sound = { unanswered: [], lost: 0, doubled: 0, faults: [] };
const soundness = ({ unanswered, verdict: { lost, doubled, faults } }: TrialRun['seen']) => ({
  ...{ unanswered, lost, doubled, faults },
});

/** Restarts one replica of each role, because both replicas of a role behave in the same way. */
const oneOfEach = rollingRestart(processes.filter((name) => name.endsWith('-1')));

test('a rolling restart of every process leaves no request unanswered and loses no write', async () => {
  const seen = await runById('F15', 20_261_122, { damage: oneOfEach });
  expect(soundness(seen), seen.causes().join('; ')).toEqual(sound);
  expect(seen.verdict.acknowledged).toBeGreaterThan(0);
});

test('a network split between two zones loses no write, and the zone of the engines keeps working', async () => {
  const seen = await runById('F29', 20_261_123);
  expect(soundness(seen), seen.causes().join('; ')).toEqual(sound);
  const served = seen.duringDamage().filter(({ to, status }) => to === 0 && status === 200);
  expect(served.length, seen.causes().join('; ')).toBeGreaterThan(0);
});

// These tests are here, because they need two replicas of each process.
testSaleWindow(() => system);

import type { Redis } from 'ioredis';
import type { Dependency } from '#platform/service/dependencies.ts';
import { down, type Finding, sick, up, withClock } from '#platform/service/finding.ts';
import { script } from './script.ts';

const probe = script<[seconds: string, microseconds: string]>(new URL('./lua/probe.lua', import.meta.url));

/** What Redis says first when it is there but takes no writes, and what that means. */
const refusals = [
  ['OOM', 'its memory is full: it takes no writes'],
  ['READONLY', 'it is a replica: it takes no writes'],
  ['MISCONF', 'it cannot save to its disk: it takes no writes'],
  ['NOREPLICAS', 'too few replicas follow it: it takes no writes'],
] as const;

/** A Redis: whether it takes writes, which a key of its own is written for, and its clock. */
export function redisDependency(redis: Redis, key: string): Dependency {
  return { name: 'redis', look: () => lookAt(redis, key) };
}

async function lookAt(redis: Redis, key: string): Promise<Finding> {
  try {
    const { clock } = await withClock(() => probe(redis, [key], []), unixMs);
    return { ...up, clock };
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    const refusal = refusals.find(([word]) => said.startsWith(word));
    return refusal ? sick(refusal[1]) : down(said.slice(0, 200));
  }
}

function unixMs([seconds, microseconds]: readonly [string, string]): number {
  return Number(seconds) * 1_000 + Number(microseconds) / 1_000;
}

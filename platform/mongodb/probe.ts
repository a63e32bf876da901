import { z } from 'zod';
import type { Dependency } from '#platform/service/dependencies.ts';
import { askWithClock, down, type Finding, up } from '#platform/service/finding.ts';
import type { Engine } from './engine.ts';

/** The primary's answer to the command `hello`, with the clock of the server. */
const Hello = z.object({ localTime: z.date(), isWritablePrimary: z.literal(true) });

/** Returns the dependency on MongoDB. Its check sends `hello` to the primary, and reads the primary's clock. */
export function mongodbDependency(engine: Engine): Dependency {
  let version: string | undefined;
  const check = async () => {
    const found = await checkEngine(engine);
    // The version is read again after MongoDB was down, because an operator may have updated MongoDB.
    version = found.state === 'up' ? (version ?? (await versionOf(engine))) : undefined;
    return { ...found, ...(version && { version }) };
  };
  return { name: 'mongodb', check: check, breaker: () => engine.breaker };
}

async function versionOf({ connection }: Engine): Promise<string | undefined> {
  const info = await connection.db?.command({ buildInfo: 1 }).catch(() => undefined);
  return typeof info?.version === 'string' ? info.version : undefined;
}

async function checkEngine(engine: Engine): Promise<Finding> {
  const ask = async () => Hello.parse(await engine.check());
  try {
    const { clock } = await askWithClock(ask, ({ localTime }) => localTime.getTime());
    return { ...up, clock };
  } catch {
    return down('no primary answers');
  }
}

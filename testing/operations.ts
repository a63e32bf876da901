import { globSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Operation } from '#contracts/operation.ts';
import { root } from '../dev/base/settings.ts';

/** An operation with its exported name and the path of its contract file. */
interface NamedOperation {
  readonly name: string;
  readonly file: string;
  readonly operation: Operation;
}

/** Returns every operation of the contracts. */
export async function allOperations(): Promise<NamedOperation[]> {
  const files = globSync('contracts/*.ts', { cwd: root }).filter((one) => !/test|fixture/.test(one));
  const found = files.map(async (file) => {
    const exported: Record<string, Partial<Operation>> = await import(pathToFileURL(join(root, file)).href);
    return Object.entries(exported)
      .filter(([, value]) => value && typeof value === 'object' && 'access' in value)
      .map(([name, operation]) => ({ name, file, operation: operation as Operation }));
  });
  return (await Promise.all(found)).flat();
}

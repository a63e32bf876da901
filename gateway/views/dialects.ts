import { cocart } from './cocart.ts';
import { service } from './service.ts';
import type { Dialect } from './shared/dialect.ts';

/** Every dialect, by its name in the setting `MOUNTS`. */
export const dialects = { service, cocart } satisfies Record<string, Dialect>;

export function isDialectName(name: string): name is keyof typeof dialects {
  return Object.hasOwn(dialects, name);
}

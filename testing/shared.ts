import { inject } from 'vitest';
import { type RunningSystem, startedSystem } from './system.ts';

/** Resources that test files share, by name. */
export interface Shared {
  /** A mongod, on which each test file has a separate database. */
  readonly mongod: { readonly url: string };
  /**
   * A whole system with default settings and the recorded shop. A test file must not change this shop, and
   * must use new carts.
   */
  readonly shop: {
    readonly httpUrl: string;
    readonly httpsUrl: string;
    /** Path of the certificate of the authority that clients must trust for `httpsUrl`. */
    readonly caFile: string;
    readonly dataDir: string;
    readonly cartToken: string;
  };
  /** A whole system without rate limits, with two products and the extension of carts `gift-message`. */
  readonly callers: SharedSystem;
  /** A whole system with one product, behind a trusted proxy, which sends webhooks to this machine. */
  readonly logins: SharedSystem;
}

/**
 * A system that several test files use at the same time. Each creates its own people and uses new carts. A test must
 * hold whatever other files do, except that in `logins` only the file about sessions has carts and changes the product.
 */
export interface SharedSystem {
  readonly dataDir: string;
  readonly products: readonly number[];
}

declare module 'vitest' {
  export interface ProvidedContext {
    /** URL of the server in `tests/shared.ts`, which starts shared resources. */
    readonly shared: string;
  }
}

/** Returns a resource that test files share. The first call starts the resource. @throws Error if the start fails */
export async function shared<Name extends keyof Shared>(name: Name): Promise<Shared[Name]> {
  const response = await fetch(`${inject('shared')}/${name}`);
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as Shared[Name];
}

/**
 * Returns a system that test files share, and the ids of its products. `stop` of the system only ends the use by this
 * test file; the system stops after the last of its test files.
 */
export async function sharedSystem(
  name: 'callers' | 'logins',
): Promise<{ readonly system: RunningSystem; readonly products: readonly number[] }> {
  const { dataDir, products } = await shared(name);
  const system = await startedSystem(dataDir, async (secrets) => {
    const body = JSON.stringify(secrets);
    const response = await fetch(`${inject('shared')}/${name}`, { method: 'DELETE', body });
    if (!response.ok) throw new Error(await response.text());
  });
  return { system, products };
}

import { inject } from 'vitest';

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

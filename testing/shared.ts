import { inject } from 'vitest';

/** Resources that test files share, by name. */
export interface Shared {
  /** A mongod, on which each test file has its own database. */
  readonly mongod: { readonly url: string };
  /**
   * A whole system with default settings and the recorded shop, for files that only read the shop and use new
   * carts.
   */
  readonly shop: {
    readonly httpUrl: string;
    readonly httpsUrl: string;
    /** Certificate of the authority for `httpsUrl`. */
    readonly caFile: string;
    readonly dataDir: string;
    readonly cartToken: string;
  };
}

declare module 'vitest' {
  export interface ProvidedContext {
    /** URL of `tests/shared.ts`. */
    readonly shared: string;
  }
}

/** Returns a shared resource, and starts it if this is the first use. @throws Error if the start fails */
export async function shared<Name extends keyof Shared>(name: Name): Promise<Shared[Name]> {
  const response = await fetch(`${inject('shared')}/${name}`);
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as Shared[Name];
}

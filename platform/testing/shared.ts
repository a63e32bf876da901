import { inject } from 'vitest';

/** What the test files of a run share, by its name, and what they are told of it. */
export interface Shared {
  /** A mongod, primary of its own replica set. Each file has a database of its own. */
  readonly mongod: { readonly url: string };
  /** A whole system of usual settings with the recorded shop, for files that only read the shop and use new carts. */
  readonly shop: { readonly httpUrl: string; readonly dataDir: string; readonly cartToken: string };
}

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where `tests/shared.ts` listens. */
    readonly shared: string;
  }
}

/** Something that all test files share. It is started for the first that asks. @throws Error when it cannot be */
export async function shared<Name extends keyof Shared>(name: Name): Promise<Shared[Name]> {
  const response = await fetch(`${inject('shared')}/${name}`);
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as Shared[Name];
}

import type { Claim } from '#contracts/claim.ts';

/** The context of a request: id, deadline and claim. */
export interface Context {
  /** Identifies the public request in all services that it reaches. */
  readonly requestId: string;
  /** Unix milliseconds after which the answer is not needed. */
  readonly deadline: number;
  /** Null for an anonymous caller and for an operator. */
  readonly claim: Claim | null;
  /** The received signed claim, which a service may forward with some operations. */
  readonly proof?: string;
  /** True if an earlier try of the request may still be running. */
  readonly repeated?: boolean;
  /** True if the request may be slow: see `mayBeSlow` of an operation. Not sent. */
  readonly mayBeSlow?: boolean;
}

import type { Claim } from '#contracts/claim.ts';

/** What is known of a call beside its request. */
export interface Context {
  /** The same through all hops of one public request. */
  readonly requestId: string;
  /** Unix milliseconds after which nobody waits for the answer any more. */
  readonly deadline: number;
  /** Null for an anonymous caller and for an operator. */
  readonly claim: Claim | null;
  /** The signed text of the claim as it came, for operations that take a claim passed on. */
  readonly proof?: string;
  /** True when the request was sent before and that try may still be at work. */
  readonly repeated?: boolean;
  /** True when the request may be slow by itself: see `mayBeSlow` of an operation. Not sent along. */
  readonly mayBeSlow?: boolean;
}

import type { Claim } from '#contracts/claim.ts';

/** The context of a request: id, deadline and claim. */
export interface Context {
  /** The id of the client's request. All services write this id in their log lines. */
  readonly requestId: string;
  /** The time after which nobody needs the answer, in Unix milliseconds. */
  readonly deadline: number;
  /** The verified caller; null for an anonymous caller and for an operator. */
  readonly claim: Claim | null;
  /** The signed text of `claim`. A service may forward this text with operations that have `forwardedBy`. */
  readonly proof?: string;
  /** True if an earlier try of the request may still be running. */
  readonly repeated?: boolean;
  /**
   * True if the request may be slow (see `mayBeSlow` of an operation). The service does not receive this
   * member.
   */
  readonly mayBeSlow?: boolean;
}

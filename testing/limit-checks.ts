/** A limit for a measured value, and whether the value is within the limit. */
export interface LimitCheck {
  readonly what: string;
  readonly measured: number;
  readonly limit: number;
  readonly holds: boolean;
}

/** Returns the check that a measured value is at most the limit. */
export function most(what: string, measured: number, limit: number): LimitCheck {
  return { what, measured, limit, holds: measured <= limit };
}

/** Returns the check that a measured value is at least the limit. */
export function least(what: string, measured: number, limit: number): LimitCheck {
  return { what, measured, limit, holds: measured >= limit };
}

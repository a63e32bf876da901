/** Something that must be seen in a run, with what was seen. */
export interface Claim {
  readonly what: string;
  readonly measured: number;
  readonly limit: number;
  readonly holds: boolean;
}

/** A figure that may be so much, and no more. */
export function most(what: string, measured: number, limit: number): Claim {
  return { what, measured, limit, holds: measured <= limit };
}

/** A figure that must be so much, or more. */
export function least(what: string, measured: number, limit: number): Claim {
  return { what, measured, limit, holds: measured >= limit };
}

/** The rules that a history can break. */
export type Rule =
  | 'acknowledged write lost'
  | 'write applied twice'
  | 'revision given twice'
  | 'revision missing'
  | 'nobody asked for it'
  | 'out of order'
  | 'stale answer'
  | 'answer from the future'
  | 'wrong answer'
  | 'answers disagree'
  | 'no serial order'
  | 'refused';

/** One way in which a cart's history cannot have come from a correct cart. */
export interface Fault {
  readonly cart: string;
  readonly rule: Rule;
  readonly sentence: string;
  /** How many acknowledged writes are missing, or took effect more than once. */
  readonly writes?: number;
}

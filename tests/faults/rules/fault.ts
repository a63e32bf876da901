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

/** A proof that a cart's history is not correct. */
export interface Fault {
  readonly cart: string;
  readonly rule: Rule;
  readonly sentence: string;
  /** Number of acknowledged writes that are missing or had their effect more than once. */
  readonly writes?: number;
}

/** The rules a history can break. */
export type Rule =
  | 'acknowledged write lost'
  | 'write applied twice'
  | 'revision given twice'
  | 'stale answer'
  | 'answer from the future'
  | 'answers too small'
  | 'answers disagree'
  | 'no serial order'
  | 'not decided'
  | 'refused';

/** One way in which a cart's history cannot have come from a correct cart. */
export interface Fault {
  readonly cart: string;
  readonly rule: Rule;
  readonly sentence: string;
  /** Acknowledged writes that this shows to be missing, or writes that took effect more than once. */
  readonly writes?: number;
}

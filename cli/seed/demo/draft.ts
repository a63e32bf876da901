import type { ProductRecord } from '#contracts/catalogue-import.ts';

/** A sale. Days count from the midnight before the seeding, in the shop's time; without them there is no such end. */
export interface DraftSale {
  /** Cents. */
  readonly price: number;
  readonly fromDay?: number;
  readonly toDay?: number;
}

/** What products and variations of the demo shop have in common. */
interface DraftSellable {
  /** Cents. */
  readonly price?: number;
  readonly sale?: DraftSale;
  /** How many there are. Not counted when absent. */
  readonly stock?: number;
  readonly backorders?: 'notify' | 'yes';
}

/** A variation: its options by attribute, as they are called; one that is absent fits any. */
export interface DraftVariation extends DraftSellable {
  readonly of: Readonly<Record<string, string>>;
  readonly drawing?: string;
  readonly weight?: string;
}

/** An attribute as a product has it: one of the shop's by its name, or else one of its own. */
export interface DraftAttribute {
  readonly name: string;
  readonly options: readonly string[];
  /** Whether variations choose among the options. */
  readonly variation?: true;
}

/** A product of the demo shop, as somebody would tell it. Terms go by their names. */
export interface Draft extends DraftSellable {
  readonly id: number;
  readonly name: string;
  readonly sku: string;
  readonly short: string;
  /** Paragraphs. */
  readonly about: readonly string[];
  readonly categories: readonly string[];
  readonly tags?: readonly string[];
  readonly brand?: string;
  readonly drawings: readonly [string, ...string[]];
  /** Day on which it was put into the shop, `YYYY-MM-DD`. */
  readonly since: string;
  readonly sold?: number;
  readonly attributes?: readonly DraftAttribute[];
  /** The options that are chosen when the page opens. */
  readonly chosen?: Readonly<Record<string, string>>;
  readonly variations?: readonly DraftVariation[];
  readonly shipping?: 'Fragile' | 'Letterbox' | 'Heavy';
  readonly size?: {
    readonly kg: string;
    readonly cm?: readonly [length: string, width: string, height: string];
  };
  readonly meta?: Readonly<Record<string, unknown>>;
  /** Whatever else differs from a plain product. */
  readonly more?: Partial<ProductRecord>;
}

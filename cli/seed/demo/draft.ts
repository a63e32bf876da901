import type { ProductRecord } from '#contracts/catalogue-import.ts';

/**
 * A sale. Days count from the midnight before the seeding, in the shop's time; a missing day is an open end.
 */
export interface DraftSale {
  /** Cents. */
  readonly price: number;
  readonly fromDay?: number;
  readonly toDay?: number;
}

/** Members that products and variations of the demo shop share. */
interface DraftSellable {
  /** Cents. */
  readonly price?: number;
  readonly sale?: DraftSale;
  /** Quantity in stock; not managed if absent. */
  readonly stock?: number;
  readonly backorders?: 'notify' | 'yes';
}

/** A variation: option labels by attribute; an absent one accepts any. */
export interface DraftVariation extends DraftSellable {
  readonly of: Readonly<Record<string, string>>;
  readonly drawing?: string;
  readonly weight?: string;
}

/** An attribute of a product: the shop's, by name, or a custom one. */
export interface DraftAttribute {
  readonly name: string;
  readonly options: readonly string[];
  /** Whether variations differ in it. */
  readonly variation?: true;
}

/** A product of the demo shop in short form. Terms have their names. */
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
  /** Date of creation, `YYYY-MM-DD`. */
  readonly since: string;
  readonly sold?: number;
  readonly attributes?: readonly DraftAttribute[];
  /** The preselected options. */
  readonly chosen?: Readonly<Record<string, string>>;
  readonly variations?: readonly DraftVariation[];
  readonly shipping?: 'Fragile' | 'Letterbox' | 'Heavy';
  readonly size?: {
    readonly kg: string;
    readonly cm?: readonly [length: string, width: string, height: string];
  };
  readonly meta?: Readonly<Record<string, unknown>>;
  /** Other differences from a plain product. */
  readonly more?: Partial<ProductRecord>;
}

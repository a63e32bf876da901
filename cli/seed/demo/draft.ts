import type { ProductRecord } from '#contracts/catalogue-import.ts';

/**
 * A sale. `fromDay` and `toDay` are the first and the last day of the sale in the shop's time: 0 is the day of seeding,
 * 1 is the day after. Without `fromDay` the sale has no start, and without `toDay` it has no end.
 */
export interface DraftSale {
  /** Price in cents. */
  readonly price: number;
  readonly fromDay?: number;
  readonly toDay?: number;
}

/** Members that products and variations of the demo shop share. */
interface DraftSellable {
  /** Price in cents. */
  readonly price?: number;
  readonly sale?: DraftSale;
  /** Quantity in stock. Absent: stock is not managed. */
  readonly stock?: number;
  readonly backorders?: 'notify' | 'yes';
}

/**
 * A variation. `of` has an option for each attribute name. For an attribute that `of` lacks, the variation
 * accepts any option.
 */
export interface DraftVariation extends DraftSellable {
  readonly of: Readonly<Record<string, string>>;
  readonly drawing?: string;
  readonly weight?: string;
}

/** An attribute of a product: the shop's attribute with this name, or else a custom attribute of the product. */
export interface DraftAttribute {
  readonly name: string;
  readonly options: readonly string[];
  /** Whether the variations of the product differ in this attribute. */
  readonly variation?: true;
}

/** A product of the demo shop in short form. Categories, tags and brands are given by name. */
export interface Draft extends DraftSellable {
  readonly id: number;
  readonly name: string;
  readonly sku: string;
  readonly short: string;
  /** The paragraphs of the description. */
  readonly about: readonly string[];
  readonly categories: readonly string[];
  readonly tags?: readonly string[];
  readonly brand?: string;
  readonly drawings: readonly [string, ...string[]];
  /** Date of creation, `YYYY-MM-DD`. */
  readonly since: string;
  readonly sold?: number;
  readonly attributes?: readonly DraftAttribute[];
  /** The options that are selected by default, by the name of the attribute. */
  readonly chosen?: Readonly<Record<string, string>>;
  readonly variations?: readonly DraftVariation[];
  readonly shipping?: 'Fragile' | 'Letterbox' | 'Heavy';
  readonly size?: {
    readonly kg: string;
    readonly cm?: readonly [length: string, width: string, height: string];
  };
  readonly meta?: Readonly<Record<string, unknown>>;
  /** Members of the product that replace the values from `plainProduct`. */
  readonly more?: Partial<ProductRecord>;
}

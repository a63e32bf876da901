import type { ProductRecord } from '#contracts/catalogue-import.ts';

/**
 * A sale. Days count from midnight of the day of seeding, in the shop's time. Without a day, that end of the sale is
 * open.
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
  /** Quantity in stock; not managed if absent. */
  readonly stock?: number;
  readonly backorders?: 'notify' | 'yes';
}

/** A variation, with its options by attribute. An attribute without an option accepts any option. */
export interface DraftVariation extends DraftSellable {
  readonly of: Readonly<Record<string, string>>;
  readonly drawing?: string;
  readonly weight?: string;
}

/** An attribute of a product: an attribute of the shop with this name, or else a custom attribute. */
export interface DraftAttribute {
  readonly name: string;
  readonly options: readonly string[];
  /** Whether variations differ in this attribute. */
  readonly variation?: true;
}

/** A product of the demo shop in short form. It refers to terms by name. */
export interface Draft extends DraftSellable {
  readonly id: number;
  readonly name: string;
  readonly sku: string;
  readonly short: string;
  /** The description, in paragraphs. */
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
  /** Other members that differ from those of `plainProduct`. */
  readonly more?: Partial<ProductRecord>;
}

import { type Model, Schema } from 'mongoose';
import { answered, type Engine } from '#platform/mongodb/engine.ts';

/** All tokens that come from one login, as they are kept. Of the refresh token only a digest is. */
export interface FamilyDocument {
  readonly _id: string;
  readonly account: number;
  readonly generation: number;
  readonly refreshDigest: string;
  /** MongoDB removes it then. */
  readonly expiresAt: Date;
}

const schema = new Schema<FamilyDocument>(
  {
    _id: { type: String, required: true },
    account: { type: Number, required: true },
    generation: { type: Number, required: true },
    refreshDigest: { type: String, required: true },
    expiresAt: { type: Date, required: true },
  },
  { collection: 'token_families', versionKey: false, autoIndex: false },
);
schema.index({ refreshDigest: 1 }, { unique: true });
schema.index({ account: 1 });
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

/** Logins that tokens come from, in MongoDB. */
export class FamilyStore {
  readonly #families: Model<FamilyDocument>;

  constructor(engine: Engine) {
    this.#families = engine.connection.model<FamilyDocument>('token_family', schema);
  }

  /** Makes the collection and indexes that are missing. */
  async prepare(): Promise<void> {
    await this.#families.createCollection();
    await this.#families.createIndexes();
  }

  async begin(family: FamilyDocument): Promise<void> {
    await answered(this.#families.create(family));
  }
}

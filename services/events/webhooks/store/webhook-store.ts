import { type Model, Schema } from 'mongoose';
import type { EventType } from '#contracts/events.ts';
import type { Webhook } from '#contracts/webhooks.ts';
import { type Engine, withQueryTimeout } from '#platform/mongodb/engine.ts';

/** A webhook as MongoDB stores it. Its secret is derived from its id and is not stored. */
interface WebhookDocument {
  readonly _id: string;
  readonly url: string;
  readonly types: readonly EventType[];
  readonly description: string;
  readonly createdAt: number;
}

const schema = new Schema<WebhookDocument>(
  {
    _id: { type: String, required: true },
    url: { type: String, required: true },
    types: { type: [String], required: true },
    description: { type: String, default: '' },
    createdAt: { type: Number, required: true },
  },
  { collection: 'webhooks', versionKey: false, autoIndex: false },
);
schema.index({ createdAt: 1, _id: 1 });

function webhookOf({ _id: id, url, types, description, createdAt }: WebhookDocument): Webhook {
  return { id, url, types: [...types], description, createdAt };
}

/** Stores webhooks in MongoDB. */
export class WebhookStore {
  readonly #webhooks: Model<WebhookDocument>;

  constructor(engine: Engine) {
    this.#webhooks = engine.connection.model<WebhookDocument>('webhook', schema);
  }

  /** Creates the missing collection and index. */
  async prepare(): Promise<void> {
    await this.#webhooks.createCollection();
    await this.#webhooks.createIndexes();
  }

  async create({ id, ...webhook }: Webhook): Promise<void> {
    await withQueryTimeout(this.#webhooks.create({ _id: id, ...webhook }));
  }

  /** Returns all webhooks in order of creation. The list is short, because only operators create webhooks. */
  async all(): Promise<Webhook[]> {
    const found = await withQueryTimeout(
      this.#webhooks.find().sort({ createdAt: 1, _id: 1 }).lean<WebhookDocument[]>().exec(),
    );
    return found.map(webhookOf);
  }

  async byId(id: string): Promise<Webhook | null> {
    const found = await withQueryTimeout(this.#webhooks.findById(id).lean<WebhookDocument>().exec());
    return found && webhookOf(found);
  }

  async delete(id: string): Promise<void> {
    await withQueryTimeout(this.#webhooks.deleteOne({ _id: id }).exec());
  }
}

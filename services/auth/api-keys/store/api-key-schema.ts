import { Schema } from 'mongoose';
import type { Permissions } from '#contracts/api-keys.ts';

/** A key pair as stored in MongoDB. The digests reveal no key and no secret. Times are in Unix milliseconds. */
export interface ApiKeyDocument {
  readonly _id: number;
  /** HMAC-SHA-256 of the consumer key. The service finds the pair by this digest. */
  readonly keyDigest: string;
  readonly secretDigest: string;
  readonly permissions: Permissions;
  readonly description: string;
  /** The last seven characters of the consumer key. */
  readonly ending: string;
  /** The id of the account to which the pair belongs; null if the pair belongs to the shop itself. */
  readonly account: number | null;
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
}

export const schema = new Schema<ApiKeyDocument>(
  {
    _id: { type: Number, required: true },
    keyDigest: { type: String, required: true },
    secretDigest: { type: String, required: true },
    permissions: { type: String, required: true },
    description: { type: String, required: true },
    ending: { type: String, required: true },
    account: { type: Number, default: null },
    createdAt: { type: Number, required: true },
    lastUsedAt: { type: Number, default: null },
  },
  { collection: 'api_keys', versionKey: false, autoIndex: false },
);
schema.index({ keyDigest: 1 }, { unique: true });
schema.index({ account: 1 });

import { Schema } from 'mongoose';
import type { Account } from '#contracts/accounts.ts';

/** An account as stored in MongoDB. */
export interface AccountDocument {
  readonly _id: number;
  /** The normalised user name, email address and phone (domain/identifiers.ts). Each belongs to only one account. */
  readonly names: readonly string[];
  readonly role: string;
  /** All other members of the account, such as its display name and addresses. */
  readonly record: Omit<Account, 'id' | 'role' | 'hasPassword'>;
  /** Hash of the password; null until a password is set. */
  readonly passwordHash: string | null;
  /** Grows when all tokens of the account are revoked. Each token contains the generation in which it was issued. */
  readonly generation: number;
}

export const schema = new Schema<AccountDocument>(
  {
    _id: { type: Number, required: true },
    names: { type: [String], required: true },
    role: { type: String, required: true },
    record: Schema.Types.Mixed,
    passwordHash: { type: String, default: null },
    generation: { type: Number, required: true },
  },
  { collection: 'accounts', versionKey: false, autoIndex: false, minimize: false },
);
schema.index({ names: 1 }, { unique: true });
schema.index({ 'record.username': 1 });
schema.index({ role: 1, 'record.username': 1 });

/** A deleted account. Its id is never used again, and no import restores the account. */
export interface ErasedDocument {
  readonly _id: number;
}

export const erasedSchema = new Schema<ErasedDocument>(
  { _id: { type: Number, required: true } },
  { collection: 'erased_accounts', versionKey: false, autoIndex: false },
);

/** Returns the account of a stored document, without the password hash. */
export function accountOf({ _id, role, record, passwordHash }: AccountDocument): Account {
  return { id: _id, role, ...record, hasPassword: passwordHash !== null };
}

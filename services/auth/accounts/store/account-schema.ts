import { Schema } from 'mongoose';
import type { Account } from '#contracts/accounts.ts';

/** An account as it is kept. */
export interface AccountDocument {
  readonly _id: number;
  /** User name, e-mail and phone as `normalised` (domain/identifiers.ts) has them: each belongs to one account alone. */
  readonly names: readonly string[];
  readonly role: string;
  /** The rest of the account, as the contract has it. */
  readonly record: Omit<Account, 'id' | 'role' | 'hasPassword'>;
  /** Null until somebody gives it a password. */
  readonly passwordHash: string | null;
  /** How often all of its tokens were revoked: a token says of which generation it is. */
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

/** An account that was deleted: nobody else gets its id, and no import brings the person back. */
export interface ErasedDocument {
  readonly _id: number;
}

export const erasedSchema = new Schema<ErasedDocument>(
  { _id: { type: Number, required: true } },
  { collection: 'erased_accounts', versionKey: false, autoIndex: false },
);

/** The account in a document, as others may see it. */
export function accountOf({ _id, role, record, passwordHash }: AccountDocument): Account {
  return { id: _id, role, ...record, hasPassword: passwordHash !== null };
}

import type { Served } from '#platform/bus/implement.ts';
import { type AccountParts, accountOperations } from './accounts/operations.ts';
import { type LoginParts, loginOperations } from './login/operations.ts';
import { type TokenParts, tokenOperations } from './tokens/operations.ts';

/** The operations of the auth service: its table of contents. */
export function authOperations(parts: AccountParts & LoginParts & TokenParts): readonly Served[] {
  return [...accountOperations(parts), ...loginOperations(parts), ...tokenOperations(parts)];
}

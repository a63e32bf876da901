import type { Served } from '#platform/bus/implement.ts';
import { type AccountExistsParts, accountExistsOperations } from './accounts/account-exists.ts';
import { type AccountParts, accountOperations } from './accounts/operations.ts';
import { type ApiKeyParts, apiKeyOperations } from './api-keys/operations.ts';
import { type ExtensionOperationParts, extensionOperations } from './extensions/operations.ts';
import { type LoginParts, loginOperations } from './login/operations.ts';
import { type SecurityLogParts, securityLogOperations } from './security-log/operations.ts';
import { type TokenParts, tokenOperations } from './tokens/operations.ts';

/** Returns all operations of the auth service. */
export function authOperations(
  parts: AccountParts &
    AccountExistsParts &
    ApiKeyParts &
    LoginParts &
    ExtensionOperationParts &
    TokenParts &
    SecurityLogParts,
): readonly Served[] {
  return [
    ...accountOperations(parts),
    ...accountExistsOperations(parts),
    ...apiKeyOperations(parts),
    ...loginOperations(parts),
    ...extensionOperations(parts),
    ...tokenOperations(parts),
    ...securityLogOperations(parts),
  ];
}

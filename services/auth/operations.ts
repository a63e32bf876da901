import type { ImplementedOperation } from '#platform/bus/implement.ts';
import { type AccountExistsDeps, accountExistsOperations } from './accounts/account-exists.ts';
import { type AccountDeps, accountOperations } from './accounts/operations.ts';
import { type ApiKeyDeps, apiKeyOperations } from './api-keys/operations.ts';
import { type ExtensionOperationDeps, extensionOperations } from './extensions/operations.ts';
import { type LoginDeps, loginOperations } from './login/operations.ts';
import { type OwnAccountDeps, ownAccountOperations } from './own-account/operations.ts';
import { type SecurityLogDeps, securityLogOperations } from './security-log/operations.ts';
import { type TokenDeps, tokenOperations } from './tokens/operations.ts';

/** Returns all operations of the auth service. */
export function authOperations(
  deps: AccountDeps &
    AccountExistsDeps &
    ApiKeyDeps &
    LoginDeps &
    OwnAccountDeps &
    ExtensionOperationDeps &
    TokenDeps &
    SecurityLogDeps,
): readonly ImplementedOperation[] {
  return [
    ...accountOperations(deps),
    ...accountExistsOperations(deps),
    ...apiKeyOperations(deps),
    ...loginOperations(deps),
    ...ownAccountOperations(deps),
    ...extensionOperations(deps),
    ...tokenOperations(deps),
    ...securityLogOperations(deps),
  ];
}

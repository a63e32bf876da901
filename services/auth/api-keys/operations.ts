import { createApiKey, listApiKeys, revokeApiKey } from '#contracts/api-keys.ts';
import { type ImplementedOperation, implement } from '#platform/bus/implement.ts';
import type { ApiKeys } from './api-keys.ts';

/** Dependencies of the operations on API keys. An API key is a pair of consumer key and consumer secret. */
export interface ApiKeyDeps {
  readonly apiKeys: ApiKeys;
}

/** Returns the operations on key pairs for operators. */
export function apiKeyOperations({ apiKeys }: ApiKeyDeps): ImplementedOperation[] {
  return [
    implement(createApiKey, (request) => apiKeys.create(request)),
    implement(listApiKeys, (request) => apiKeys.list(request)),
    implement(revokeApiKey, async ({ reference }) => ({ key: await apiKeys.revoke(reference) })),
  ];
}

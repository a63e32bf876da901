import { ServiceError } from '#platform/errors/errors.ts';
import type { ErrorCode } from '#platform/errors/registry.ts';
import type { Route } from './route.ts';

/** Codes that any route may answer: about the request as such, and faults of ours. */
const common: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'rest_invalid_json',
  'rest_invalid_param',
  'rest_missing_callback_param',
  'service_request_too_large',
  'service_too_many_parameters',
  'service_unsupported_media_type',
  'service_unavailable',
  'service_internal',
]);

/** The route with every error held against those it declares: another one is a fault. For tests. */
export function withDeclaredErrors(route: Route): Route {
  const { method, path, errors } = route;
  return {
    ...route,
    prepare(sources) {
      const prepared = route.prepare(sources);
      return {
        ...prepared,
        async answer(call) {
          try {
            return await prepared.answer(call);
          } catch (thrown) {
            if (!(thrown instanceof ServiceError)) throw thrown;
            if (common.has(thrown.code) || errors.includes(thrown.code)) throw thrown;
            throw new Error(`${method} ${path} does not declare ${thrown.code}`, { cause: thrown });
          }
        },
      };
    },
  };
}

import { z } from 'zod';
import { ServiceError } from '#platform/errors/errors.ts';
import { isOfProducts, serializedProducts } from '../cache/serialized-products.ts';
import { ReadyJson } from '../http/answer.ts';
import { present } from '../views/shared/dialect.ts';
import type { Call } from './call.ts';
import type { Answer, Route } from './route.ts';
import { commonErrors } from './route.ts';

/** Returns the value that a client gets when the client parses the JSON of a body. */
function asSent(body: unknown): unknown {
  return JSON.parse(body instanceof ReadyJson ? body.bytes.toString() : JSON.stringify(body));
}

/**
 * Checks that a route declares the view, status and body of an answer. @throws Error for an answer that the
 * route does not declare
 */
function requireDeclared({ method, path, answers }: Route, answer: Answer, call: Call): void {
  const { view, status = 200 } = answer;
  const of: Partial<Record<number, object>> = answers;
  if (!Object.hasOwn(of[status] ?? {}, view.name)) {
    throw new Error(`${method} ${path} does not declare ${view.name} with status ${status}`);
  }
  const { dialect, mount } = call;
  // No schema describes a body with only some members.
  if ('body' in view && view.isSelection) return;
  const body = asSent(
    'body' in view
      ? view.body
      : isOfProducts(view)
        ? serializedProducts(view, null, mount)
        : present(view, dialect, mount.links),
  );
  // The answer to a batch may be one cart that has only the requested fields.
  if (view.name === 'batch' && !Object.hasOwn(Object(body), 'responses')) return;
  const { success, error } = dialect.schemas[view.name].safeParse(body);
  if (success) return;
  const problem = z.prettifyError(error);
  throw new Error(`${method} ${path} answers another ${view.name} than ${dialect.name} declares: ${problem}`);
}

/** Returns a route for tests that throws an `Error` for undeclared answers and undeclared errors. */
export function asDeclared(route: Route): Route {
  const { method, path, errors } = route;
  return {
    ...route,
    prepare(sources) {
      const prepared = route.prepare(sources);
      return {
        ...prepared,
        async answer(call) {
          try {
            const answer = await prepared.answer(call);
            requireDeclared(route, answer, call);
            return answer;
          } catch (thrown) {
            if (!(thrown instanceof ServiceError)) throw thrown;
            if (commonErrors.includes(thrown.code) || errors.includes(thrown.code)) throw thrown;
            throw new Error(`${method} ${path} does not declare ${thrown.code}`, { cause: thrown });
          }
        },
      };
    },
  };
}

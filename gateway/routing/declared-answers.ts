import { z } from 'zod';
import { ServiceError } from '#platform/errors/errors.ts';
import { ReadyJson } from '../http/answer.ts';
import { bodyOf } from './answer.ts';
import type { Request } from './request.ts';
import { type Answer, commonErrors, type Route } from './route.ts';
import { handled } from './run.ts';

/** Returns the value that a client gets when the client parses the JSON of a body. */
function asSent(body: unknown): unknown {
  return JSON.parse(body instanceof ReadyJson ? body.bytes.toString() : JSON.stringify(body));
}

/**
 * Checks that a route declares the view, status and body of an answer. @throws Error for an answer that the
 * route does not declare
 */
function requireDeclared(route: Route, answer: Answer, request: Request): void {
  const { method, path, answers } = route;
  const { view, status = 200 } = answer;
  const of: Partial<Record<number, object>> = answers;
  if (!Object.hasOwn(of[status] ?? {}, view.name)) {
    throw new Error(`${method} ${path} does not declare ${view.name} with status ${status}`);
  }
  const { dialect } = request;
  // No schema describes a body with only some members.
  if ('body' in view && request.fields) return;
  const body = asSent(bodyOf(answer, route, request, null));
  // The answer to a batch may be one cart that has only the requested fields.
  if (view.name === 'batch' && !Object.hasOwn(Object(body), 'responses')) return;
  const { success, error } = dialect.views[view.name].schema.safeParse(body);
  if (success) return;
  const problem = z.prettifyError(error);
  throw new Error(`${method} ${path} answers another ${view.name} than ${dialect.name} declares: ${problem}`);
}

/** Returns a route for tests that throws an `Error` for undeclared answers and undeclared errors. */
export function asDeclared(route: Route): Route {
  const { method, path, errors } = route;
  return {
    ...route,
    async handle(request) {
      try {
        const answer = await handled(route, request);
        requireDeclared(route, answer, request);
        return answer;
      } catch (thrown) {
        if (!(thrown instanceof ServiceError)) throw thrown;
        if (commonErrors.includes(thrown.code) || errors.includes(thrown.code)) throw thrown;
        throw new Error(`${method} ${path} does not declare ${thrown.code}`, { cause: thrown });
      }
    },
  };
}

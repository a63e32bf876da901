import type { Dialect } from '../../../gateway/dialects/shared/dialect.ts';
import type { ViewName } from '../../../gateway/dialects/shared/views.ts';
import type { Route } from '../../../gateway/routing/route.ts';
import { nameOfRoute } from '../reference/route-block.ts';
import type { Components, Node } from './components.ts';
import type { Errors } from './errors.ts';
import { exampleAnswers } from './example-answers.ts';
import { headersOfAnswer } from './headers.ts';
import { bodyOf, parametersOf } from './parameters.ts';
import type { Prose } from './prose.ts';

/**
 * What `operationOf` needs to describe a route. `prose` has the texts of docs/reference by the name of the
 * route.
 */
export interface OperationContext {
  readonly dialect: Dialect;
  readonly components: Components;
  readonly errors: Errors;
  readonly prose: ReadonlyMap<string, Prose>;
}

/** Returns the `operationId` of a route, such as `getV2ProductsById`. */
function operationId({ method, path }: Pick<Route, 'method' | 'path'>): string {
  const words = path.split(/[/-]/).filter(Boolean);
  const named = words.map((word) => {
    const plain = word.replace(/^:/, 'by_');
    return plain.replaceAll(/(?:^|_)(\w)/g, (_all, letter: string) => letter.toUpperCase());
  });
  return method.toLowerCase() + named.join('');
}

const bearer = { bearer: [] };
const basic = { basic: [] };
const keys = [{ keyPair: [] }, { keyPairInQuery: [], keySecretInQuery: [] }];

/**
 * Returns the security requirements of a route: a list of ways to log in, of which a request uses one. `{}`
 * stands for a request without a login.
 */
function securityOf({ kind, path }: Route): readonly Node[] {
  if (kind === 'manager') return [...keys, bearer, basic];
  if (path.endsWith('/validate-token')) return [bearer];
  return [{}, bearer, basic];
}

function sentence(text: string): string {
  const [first = '', ...rest] = text;
  const whole = first.toUpperCase() + rest.join('');
  return /[.!?]$/.test(whole) ? whole : `${whole}.`;
}

/** Returns the recorded example answers of views; null if no view has an example. */
function examplesOf(views: readonly string[], { dialect, components }: OperationContext): Node | null {
  const recorded = exampleAnswers[dialect.name] ?? {};
  const found = views.filter((view) => view in recorded);
  if (found.length === 0) return null;
  return Object.fromEntries(found.map((view) => [view, components.example(view, recorded[view])]));
}

function answerOf(
  route: Route,
  status: string,
  views: Readonly<Record<string, string>>,
  context: OperationContext,
): Node {
  const { dialect, components } = context;
  const forms = Object.entries(views).map(([view, when]) => {
    const schema = components.schema(dialect.schemas[view as ViewName]);
    return { schema, when: when === '' ? '' : sentence(when) };
  });
  const [only] = forms;
  const schema =
    forms.length === 1 && only
      ? only.schema
      : { anyOf: forms.map(({ schema: one, when }) => (when === '' ? one : { ...one, description: when })) };
  const examples = examplesOf(Object.keys(views), context);
  const type = route.kind === 'live' ? 'text/event-stream' : 'application/json';
  return {
    description: sentence(route.summary),
    headers: headersOfAnswer(route, status),
    content: { [type]: { schema, ...(examples && { examples }) } },
  };
}

/** Returns the answers of a route by status, with errors at the end. */
function responsesOf(route: Route, context: OperationContext): Node {
  const successful = Object.entries(route.answers).map(([status, views]) => [
    status,
    answerOf(route, status, views as Readonly<Record<string, string>>, context),
  ]);
  const notModified =
    route.kind === 'catalogue'
      ? {
          304: context.components.response('NotModified', {
            description: 'The answer with the `ETag` in `If-None-Match` is unchanged.',
          }),
        }
      : {};
  return { ...Object.fromEntries(successful), ...notModified, ...context.errors.of(route) };
}

/** Returns the operation that describes a route. */
export function operationOf(route: Route, context: OperationContext): Node {
  const prose = context.prose.get(nameOfRoute(route));
  const body = bodyOf(route, context.components);
  return {
    operationId: operationId(route),
    summary: route.summary,
    ...(prose && { description: prose.text || sentence(route.summary), tags: [prose.title] }),
    security: securityOf(route),
    parameters: parametersOf(route, context.components, context.dialect),
    ...(body && { requestBody: body }),
    responses: responsesOf(route, context),
  };
}

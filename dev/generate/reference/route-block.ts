import type { z } from 'zod';
import { registry } from '#platform/errors/registry.ts';
import { dialects } from '../../../gateway/dialects/dialects.ts';
import type { Dialect } from '../../../gateway/dialects/shared/dialect.ts';
import type { ViewName } from '../../../gateway/dialects/shared/views.ts';
import { headersOf, queryOf } from '../../../gateway/routing/declared-parameters.ts';
import type { Route } from '../../../gateway/routing/route.ts';
import { converted, type JsonSchema, typeText } from './json-schema.ts';
import { memberTable, table } from './tables.ts';

/** Returns a link to the table of the schema `name`. */
export type Link = (name: string) => string;

function parameterRows(place: string, schema: z.ZodObject): string[][] {
  return Object.entries(schema.shape as Record<string, z.ZodType>).map(([name, one]) => {
    const { schema: json } = converted(one, 'input');
    return [`\`${name}\``, place, typeText(json, (inner) => inner), defaultOf(one), json.description ?? ''];
  });
}

/**
 * Returns the default value of a parameter as text. Returns `required` for a parameter that must be sent, and empty
 * text for an optional parameter without a default value.
 */
function defaultOf(schema: z.ZodType): string {
  const { success, data } = schema.safeParse(undefined);
  if (!success) return 'required';
  return data === undefined ? '' : `\`${JSON.stringify(data)}\``;
}

/** Returns a sentence for each undescribed parameter of a route. */
export function undescribed(route: Route): string[] {
  return rowsOf(route)
    .filter(([, , , , meaning]) => meaning === '')
    .map(
      ([name, place]) => `${nameOfRoute(route)}: the parameter ${name} in the ${place} lacks a description`,
    );
}

function rowsOf(route: Route): string[][] {
  const { params, body } = route.schemas;
  return [
    ...parameterRows('path', params),
    ...parameterRows('query', queryOf(route)),
    ...parameterRows('body', body),
    ...parameterRows('header', headersOf(route)),
  ];
}

/** Returns the name of a route as pages write it: `GET /v2/products/{id}`. */
export function nameOfRoute({ method, path }: Pick<Route, 'method' | 'path'>): string {
  return `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`;
}

/**
 * Returns one alternative (`anyOf`) of a view as text: its type, or its description if the alternative is an
 * unnamed object.
 */
function formText(schema: JsonSchema, link: Link): string {
  if (!schema.properties) return typeText(schema, link);
  return schema.description ?? 'an object';
}

/** Returns text about a view in a dialect. Adds a table of members if the view is one unnamed object. */
function viewText(view: ViewName, { schemas }: Dialect, link: Link): { line: string; members: string } {
  const { schema } = converted(schemas[view]);
  const { anyOf, items, description } = schema;
  const forms = anyOf ?? items?.anyOf ?? [schema];
  const type = forms.map((one) => formText(one, link)).join(', ');
  const line = `${items?.anyOf ? 'list of ' : ''}${type}`;
  return {
    line: description && !line.includes(description) ? `${line}. ${description}` : line,
    members: anyOf || items?.anyOf ? '' : memberTable(schema, link),
  };
}

function sentence(text: string): string {
  return text.endsWith('.') ? text : `${text}.`;
}

function answerText(view: ViewName, when: string, link: Link): string {
  const { line, members } = viewText(view, dialects.service, link);
  const cocart = viewText(view, dialects.cocart, link).line;
  const onCocart = cocart === line ? '' : ` On the CoCart mount: ${sentence(cocart)}`;
  const firstLine = `- ${when === '' ? '' : `${when}: `}${sentence(line)}${onCocart}`;
  return members === '' ? firstLine : `${firstLine}\n\n${members}\n`;
}

function answersText({ answers }: Route, link: Link): string {
  return Object.entries(answers)
    .map(([status, views]) => {
      const all = Object.entries(views) as [ViewName, string][];
      return `**Answer ${status}**\n\n${all.map(([view, when]) => answerText(view, when, link)).join('\n')}`;
    })
    .join('\n\n');
}

function errorsTable({ errors }: Route): string {
  const rows = [...new Set(errors)]
    .toSorted((one, other) => registry[one].status - registry[other].status || one.localeCompare(other, 'en'))
    .map((code) => [String(registry[code].status), `[\`${code}\`](../errors.md)`, registry[code].message]);
  return rows.length === 0 ? '' : `\n\n**Errors**\n\n${table(['status', 'code', 'sentence'], rows)}`;
}

/** Merges consecutive rows that differ only in their first cell. The first cell of the merged row lists all names. */
function merged(rows: readonly string[][]): string[][] {
  const kept: string[][] = [];
  for (const [name = '', ...others] of rows) {
    const [last, ...before] = kept.at(-1) ?? [];
    if (last !== undefined && before.join('|') === others.join('|')) {
      kept[kept.length - 1] = [`${last}, ${name}`, ...others];
    } else kept.push([name, ...others]);
  }
  return kept;
}

/** Returns the generated text about a route: its parameters, answers and errors. */
export function routeBlock(route: Route, link: Link): string {
  const parameters = table(['parameter', 'in', 'type', 'default', 'meaning'], merged(rowsOf(route)));
  return `\n\`${nameOfRoute(route)}\`: ${route.summary}.\n\n${parameters}\n\n${answersText(route, link)}${errorsTable(route)}\n`;
}

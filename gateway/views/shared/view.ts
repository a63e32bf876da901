import { z } from 'zod';
import { type Fields, pickFields } from './fields.ts';
import type { Context } from './views.ts';

/**
 * A view says once how a part of an answer looks and how it is made: `schema` describes its JSON, and `present`
 * makes this JSON of `Data`. `Scope` is what all parts of one answer share, such as links and the currency.
 * The answers, the OpenAPI documents, the reference and the checks of answers in tests all come from views.
 */
export interface View<Data, Scope> {
  readonly schema: z.ZodType;
  /**
   * Returns the JSON value with only the selected members (null for all). Undefined leaves an optional member
   * out of its object.
   */
  present(data: Data, scope: Scope, fields: Fields | null): unknown;
}

/** The members of an object, in the order of the answer. Views spread members that they share. */
export type Members<Data, Scope> = Readonly<Record<string, View<Data, Scope>>>;

/** A view of an object, whose members other views can take and extend. */
export interface ObjectView<Data, Scope> extends View<Data, Scope> {
  readonly schema: z.ZodObject;
  readonly members: Members<Data, Scope>;
  present(data: Data, scope: Scope, fields: Fields | null): Record<string, unknown>;
}

/**
 * Returns the view of an object with exactly these members. `id` names its schema in the OpenAPI document, and
 * `description` says there what all its members have in common.
 */
export function object<Data, Scope>(
  members: Members<Data, Scope>,
  id?: string,
  description?: string,
): ObjectView<Data, Scope> {
  const shape = Object.fromEntries(Object.entries(members).map(([name, { schema }]) => [name, schema]));
  const schema = z.strictObject(shape);
  const all = Object.entries(members);
  const meta = description === undefined ? { id } : { id, description };
  return {
    members,
    schema: id === undefined ? schema : schema.meta(meta),
    present(data, scope, fields) {
      const shown: Record<string, unknown> = {};
      for (const [name, member] of all) {
        const inner = fields === null ? true : fields.get(name);
        if (inner === undefined) continue;
        const value = member.present(data, scope, inner === true ? null : inner);
        if (value !== undefined) shown[name] = value;
      }
      return shown;
    },
  };
}

/** Returns the view of a value that has no view inside, such as a number. A value that is JSON can be selected from. */
export function value<Data, Scope, Value>(
  schema: z.ZodType<Value>,
  read: (data: Data, scope: Scope) => Value,
): View<Data, Scope> {
  return {
    schema,
    present(data, scope, fields) {
      const json = read(data, scope);
      return fields === null ? json : pickFields(json, fields);
    },
  };
}

/**
 * Returns a function that declares members with this schema: their words for the reference, and how their value is
 * read.
 */
export function kind<Value>(schema: z.ZodType<Value>) {
  return <Data, Scope>(words: string, read: (data: Data, scope: Scope) => Value): View<Data, Scope> =>
    value(schema.describe(words), read);
}

/** Declares a member that has another view; null if there is no data and the schema of `view` accepts null. */
export function part<Data, Scope, Inner>(
  words: string,
  view: View<Inner, Scope>,
  read: (data: Data, scope: Scope) => Inner,
): View<Data, Scope> {
  return {
    schema: view.schema.describe(words),
    present: (data, scope, fields) => view.present(read(data, scope), scope, fields),
  };
}

/** Declares a member that is an object made of the same data. */
export function group<Data, Scope>(words: string, members: Members<Data, Scope>): View<Data, Scope> {
  return part(words, object(members), (data) => data);
}

/** Returns the view of a list whose entries have the given view. */
export function listOf<Inner, Scope>(view: View<Inner, Scope>): View<readonly Inner[], Scope> {
  return {
    schema: z.array(view.schema),
    present: (entries, scope, fields) => entries.map((entry) => view.present(entry, scope, fields)),
  };
}

/** Declares a member that is a list whose entries have the given view. */
export function list<Data, Scope, Inner>(
  words: string,
  view: View<Inner, Scope>,
  read: (data: Data, scope: Scope) => readonly Inner[],
): View<Data, Scope> {
  return part(words, listOf(view), read);
}

/** A view of a list or of a page, whose entries can also be presented alone. */
export interface ListView<Data, Scope, Entry> extends View<Data, Scope> {
  readonly entry: View<Entry, Scope>;
}

/** The entries of a map: keys with the data of their values. */
export type Entries<Inner> = readonly (readonly [key: string, data: Inner])[];

interface MapOptions {
  /** Whether a selected name that is no key of the map applies to each entry: `fees.name` is the name of each fee. */
  readonly selectsInEach?: boolean;
}

/** Returns the view of a map whose values have the given view. `key` is the schema of its keys. */
export function mapOf<Inner, Scope>(
  key: z.ZodType<string>,
  view: View<Inner, Scope>,
  { selectsInEach = false }: MapOptions = {},
): View<Entries<Inner>, Scope> {
  return {
    schema: z.record(key as z.ZodString, view.schema),
    present(entries, scope, fields) {
      const inEach = fields !== null && selectsInEach && !entries.some(([name]) => fields.has(name));
      const shown: [name: string, value: unknown][] = [];
      for (const [name, data] of entries) {
        const inner = fields === null || inEach ? (fields ?? true) : fields.get(name);
        if (inner !== undefined) shown.push([name, view.present(data, scope, inner === true ? null : inner)]);
      }
      // Unlike an assignment, this also writes an entry with the name `__proto__`.
      return Object.fromEntries(shown);
    },
  };
}

/** Returns a view whose data and scope are made of other data, such as the parts of a cart of its `CartView`. */
export function from<Data, Scope, Inner, InnerScope>(
  view: View<Inner, InnerScope>,
  read: (data: Data, scope: Scope) => { readonly data: Inner; readonly scope: InnerScope },
): View<Data, Scope> {
  return {
    schema: view.schema,
    present(data, scope, fields) {
      const inner = read(data, scope);
      return view.present(inner.data, inner.scope, fields);
    },
  };
}

/** Returns a view that is null where there is no data. */
export function orNull<Inner, Scope>(view: View<Inner, Scope>): View<Inner | null, Scope> {
  return {
    schema: view.schema.nullable(),
    present: (data, scope, fields) => (data === null ? null : view.present(data, scope, fields)),
  };
}

/** Returns a view that shows data in the form `first` or `second`. */
export function either<Data, Scope>(
  first: View<Data, Scope>,
  second: View<Data, Scope>,
  isFirst: (data: Data, scope: Scope) => boolean,
): View<Data, Scope> {
  return {
    schema: z.union([first.schema, second.schema]),
    present: (data, scope, fields) => (isFirst(data, scope) ? first : second).present(data, scope, fields),
  };
}

/**
 * Returns the view of a map as PHP writes it: a map without entries is `[]`. `isEmpty` is needed if the data are not
 * themselves the entries of the map.
 */
export function phpMap<Data, Scope>(
  map: View<Data, Scope>,
  isEmpty: (data: Data) => boolean = (data) => Object.keys(Object(data)).length === 0,
): View<Data, Scope> {
  return {
    schema: z.union([map.schema, z.array(z.never()).max(0)]),
    present: (data, scope, fields) => (isEmpty(data) ? [] : map.present(data, scope, fields)),
  };
}

/**
 * Returns the view of a resource that has either all members or, in answers with `context=embed`, only the named
 * ones (docs/reference/catalogue.md#short-answers).
 */
export function embeddable<Data, Scope extends { readonly context: Context }>(
  whole: ObjectView<Data, Scope>,
  names: readonly string[],
): View<Data, Scope> {
  const kept = names.flatMap((name) => (whole.members[name] ? [[name, whole.members[name]] as const] : []));
  const embedded = object(Object.fromEntries(kept));
  const words = kept.map(([name]) => `\`${name}\``).join(', ');
  const described = { ...embedded, schema: embedded.schema.describe(`with \`context=embed\` only ${words}`) };
  return either(whole, described, (_, { context }) => context === 'view');
}

/** Declares a member that is left out of its object if `has` is false. */
export function optional<Data, Scope>(
  member: View<Data, Scope>,
  has: (data: Data, scope: Scope) => boolean,
): View<Data, Scope> {
  return {
    schema: member.schema.optional().describe(member.schema.description ?? ''),
    present: (data, scope, fields) => (has(data, scope) ? member.present(data, scope, fields) : undefined),
  };
}

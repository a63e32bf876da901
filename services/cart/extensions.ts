// A file of its own, because it is the only place that loads code of the shop.
import { isAbsolute, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import type { Logger } from '#platform/service/logger.ts';
import { SettingsError } from '#platform/service/settings.ts';
import { answerOf, type CartExtension, ownNamespaces } from './model/extension.ts';

const Namespace = z.string().regex(/^[a-z][a-z0-9_-]{0,63}$/);
const Shape = z.object({
  namespace: Namespace,
  update: z.custom<CartExtension['update']>((value) => typeof value === 'function'),
});

function problem(name: string, what: string, cause?: unknown): SettingsError {
  return new SettingsError(`CART_EXTENSIONS: ${name} ${what}`, { cause });
}

function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n', 1)[0] ?? '';
}

/**
 * Returns the default export of a module. A name that begins with a dot or a slash is a path. Any other name is a
 * package.
 */
async function imported(name: string): Promise<unknown> {
  const isPath = name.startsWith('.') || isAbsolute(name);
  try {
    const module: { default?: unknown } = await import(isPath ? pathToFileURL(resolve(name)).href : name);
    return module.default;
  } catch (error) {
    throw problem(name, `cannot be loaded: ${messageOf(error)}`, error);
  }
}

/** Returns an extension that also logs its errors and invalid answers, because clients do not see these errors. */
function reporting(extension: CartExtension, logger: Pick<Logger, 'error'>): CartExtension {
  const { namespace } = extension;
  return {
    namespace,
    update(data, kept) {
      try {
        return answerOf(extension, data, kept);
      } catch (error) {
        logger.error({ err: error, namespace }, 'a cart extension failed');
        throw error;
      }
    },
  };
}

/**
 * Loads the cart extensions in the named modules (docs/cart-extensions.md).
 *
 * @throws SettingsError with a sentence about the first module that cannot be loaded, is not an extension, or has the
 * namespace of another extension or of the cart itself
 */
export async function loadExtensions(
  names: readonly string[],
  logger: Pick<Logger, 'error'>,
): Promise<readonly CartExtension[]> {
  const loaded = new Map<string, { extension: CartExtension; name: string }>();
  for (const name of names) {
    const found = await imported(name);
    if (!Shape.safeParse(found).success) {
      const shape = '{ namespace, update(data, kept) }, the namespace of small letters, digits, - and _';
      throw problem(name, `must have a default export ${shape}.`);
    }
    const extension = found as CartExtension;
    const { namespace } = extension;
    const taken = ownNamespaces.includes(namespace) ? 'the cart itself' : loaded.get(namespace)?.name;
    if (taken) throw problem(name, `has the namespace ${namespace}, which ${taken} has already.`);
    loaded.set(namespace, { extension, name });
  }
  return [...loaded.values()].map(({ extension }) => reporting(extension, logger));
}

import manifest from '../../package.json' with { type: 'json' };
import type { Mount, Mounts } from '../http/mounts.ts';
import type { Reader } from './contents.ts';
import { escaped, pageOf } from './layout.ts';

const about = 'A headless commerce service: product catalogue, carts, customer login and administration.';
const { version } = manifest;
/** What the dialects are for, by name. */
const dialectTexts: Readonly<Record<string, string>> = {
  service: 'the interface for new storefronts',
  cocart: 'the interface of CoCart 4.x, for storefronts that have one already',
};

const pathOf = ({ prefix }: Mount) => prefix || '/';
const documentOf = ({ prefix }: Mount) => `${prefix}/openapi.json`;
/** Returns the address of the page on which the routes of a mount can be tried. */
export const trialOf = (prefix: string) => `/docs/api?mount=${encodeURIComponent(prefix)}`;
const sorted = ({ all }: Mounts) =>
  all.toSorted((one, other) => one.prefix.localeCompare(other.prefix, 'en'));

/** Returns the JSON answer of `GET /`: what runs here. */
export function introduction(mounts: Mounts, hasShop: boolean): object {
  return {
    name: 'Cartwright',
    version,
    description: about,
    documentation: '/docs',
    ...(hasShop && { shop: '/shop' }),
    mounts: sorted(mounts).map((mount) => ({
      path: pathOf(mount),
      dialect: mount.dialect.name,
      openapi: documentOf(mount),
    })),
    openapi: sorted(mounts).map(documentOf),
  };
}

/** Returns the page at `/`: what runs here. */
export function homePage(mounts: Mounts, hasShop: boolean, readers: readonly Reader[]): string {
  const rows = sorted(mounts).map(
    (
      mount,
    ) => `<li><code>${escaped(pathOf(mount))}</code>: ${escaped(dialectTexts[mount.dialect.name] ?? mount.dialect.name)}.
<a href="${escaped(trialOf(mount.prefix))}">Try it</a>, or read its <a href="${escaped(documentOf(mount))}">OpenAPI document</a></li>`,
  );
  const guides = readers.map(({ id, name }) => `<li><a href="/docs#${id}">${escaped(name)}</a></li>`);
  const shop = hasShop
    ? '<h2>Storefront</h2>\n<p><a href="/shop">The example storefront</a> is at <code>/shop</code>.</p>'
    : '';
  return pageOf({
    title: 'A headless shop',
    readers,
    body: `<main class="guide"><h1>Cartwright ${escaped(version)}</h1>
<p>${about}</p>
${shop}
<h2>Interface</h2>
<ul>${rows.join('\n')}</ul>
<h2>Documents</h2>
<p>Begin with the <a href="/docs/first-cart">first cart in five minutes</a>, with the
<a href="/docs/typed-client">typed client</a>, or with a <a href="/docs/from-cocart">storefront for CoCart</a>.
All <a href="/docs">documents</a>, by reader:</p>
<ul>${guides.join('\n')}</ul></main>`,
  });
}

import type { Attribute, AttributeTerm, Category, Tag } from '#contracts/terms.ts';
import type { WooAttributeDefinition, WooCategory, WooTag, WooTerm } from './schemas.ts';
import { plainText } from './text.ts';

function oneOf<const T extends string>(known: readonly [T, ...T[]], given: string): T {
  return known.find((one) => one === given) ?? known[0];
}

export function categoryRecord(given: WooCategory): Category {
  const { id, name, slug, parent, description, display, image, menu_order, count } = given;
  const { src = '', alt = '' } = image ?? {};
  const sizes = { thumbnail: src, medium: src, large: src, full: src };
  return {
    id,
    name: plainText(name),
    slug,
    parentId: parent,
    description,
    display: oneOf(['default', 'products', 'subcategories', 'both'], display),
    image: image ? { id: image.id, ...sizes, name: plainText(image.name), alt: plainText(alt) } : null,
    menuOrder: menu_order,
    count,
  };
}

export function tagRecord({ id, name, slug, description, count }: WooTag): Tag {
  return { id, name: plainText(name), slug, description, count };
}

export function attributeRecord(given: WooAttributeDefinition): Attribute {
  const { id, name, slug, type, order_by, has_archives } = given;
  const orderBy = oneOf(['menu_order', 'name', 'name_num', 'id'], order_by);
  return { id, name: plainText(name), slug, type: type || 'select', orderBy, hasArchives: has_archives };
}

export function termRecord(attributeId: number, given: WooTerm): AttributeTerm {
  return { ...tagRecord(given), attributeId, menuOrder: given.menu_order };
}

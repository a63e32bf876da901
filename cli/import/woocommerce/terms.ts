import type { Attribute, AttributeTerm, Brand, Category, Tag } from '#contracts/terms.ts';
import { imageOf, type Media } from './media.ts';
import type { WooAttributeDefinition, WooBrand, WooCategory, WooTag, WooTerm } from './schemas.ts';
import { plainText } from './text.ts';
import { oneOf } from './values.ts';

export function categoryRecord(given: WooCategory, media?: Media): Category {
  return {
    ...brandRecord(given, media),
    display: oneOf(['default', 'products', 'subcategories', 'both'], given.display),
  };
}

export function brandRecord(given: WooBrand, media?: Media): Brand {
  return {
    ...tagRecord(given),
    parentId: given.parent,
    image: given.image ? imageOf(given.image, media) : null,
    menuOrder: given.menu_order,
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

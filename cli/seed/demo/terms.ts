import type { Attribute, AttributeTerm, Brand, Category, Tag } from '#contracts/terms.ts';
import { picture } from '../pictures.ts';
import { slugOf } from '../record.ts';

/** A category: id, name, id of the parent category (0 for none), drawing and description. */
type CategoryRow = readonly [number, string, number, string, string];

const categoryRows: readonly CategoryRow[] = [
  [11, 'Tableware', 0, 'plate', 'Everything we throw, turn and glaze ourselves, made to be used every day.'],
  [12, 'Mugs and cups', 11, 'mug', 'From a thimble of espresso to a pint of tea.'],
  [13, 'Plates and bowls', 11, 'bowl', 'Stoneware that stacks, and does not mind the dishwasher.'],
  [14, 'Serving', 11, 'jug', 'Boards, jugs and dishes for the middle of the table.'],
  [15, 'Coffee', 0, 'beans', 'Beans we drink ourselves, and what it takes to brew them well.'],
  [16, 'Beans', 15, 'beans', 'Roasted on Tuesdays, sent on Wednesdays.'],
  [17, 'Brewers and kettles', 15, 'dripper', 'Slow ways and quick ways to a good cup.'],
  [18, 'Grinders', 15, 'hand-grinder', 'The one tool that changes the cup most.'],
  [19, 'Filters and spares', 15, 'filters', 'What runs out, wears out or goes missing.'],
  [20, 'Tea', 0, 'teapot', 'Pots and leaves for the other half of the household.'],
  [21, 'Teapots', 20, 'iron-teapot', 'Pots that pour without dripping. We test every spout.'],
  [22, 'Leaf tea', 20, 'tea-tin', 'Whole leaves from gardens we know by name.'],
  [23, 'Kitchen', 0, 'casserole', 'Pans, tools and linen that are still there in twenty years.'],
  [24, 'Cookware', 23, 'pan', 'Heavy where it should be heavy.'],
  [25, 'Tools', 23, 'spoons', 'Wood and steel, sharpened and oiled.'],
  [26, 'Linen', 23, 'towel', 'Woven in Twente, washed soft before it leaves.'],
  [27, 'Workshop', 0, 'wheel', 'Come and get your hands dirty, or learn at home.'],
  [28, 'Courses', 27, 'wheel', 'Small groups, warm cellar, coffee included.'],
  [29, 'Books and patterns', 27, 'book', 'What we teach, to keep.'],
  [30, 'Gifts', 0, 'gift', 'Wrapped by hand, with a card that says what you want it to say.'],
  [31, 'Archive', 0, 'nesting-bowls', 'Glazes that we no longer mix. Empty at present.'],
];

const tagRows: readonly (readonly [number, string, string])[] = [
  [41, 'Handmade', 'Made by one of the four of us.'],
  [42, 'Dishwasher safe', ''],
  [43, 'Oven proof', 'Up to 220 °C.'],
  [44, 'Bestseller', 'What leaves the cellar most often.'],
  [45, 'New', ''],
  [46, 'Seconds', 'A run in the glaze, a foot a little off. Sound all the same.'],
  [47, 'Fair trade', ''],
  [48, 'Organic', ''],
  [49, 'For two', ''],
  [50, 'Plastic free', ''],
  [51, 'One of a kind', ''],
];

const brandRows: readonly (readonly [number, string, string, string])[] = [
  [61, 'Kettle & Clay', 'mug', 'Our own kiln, under the street at the Oudegracht.'],
  [62, 'Noordzee Roasters', 'beans', 'Roasters on the quay of Den Helder.'],
  [63, 'Maas & Zoon', 'casserole', 'Founders of iron and enamel since 1921.'],
  [64, 'Tilburg Steel', 'hand-grinder', 'Precision turning, three brothers and a lathe.'],
  [65, 'Hoge Veluwe Linen', 'towel', 'Flax from Zeeland, woven in Twente.'],
];

const attributeRows = [
  [1, 'Colour', 'pa_colour', 'menu_order', ['Oat', 'Slate', 'Moss', 'Rust', 'Indigo']],
  [2, 'Size', 'pa_size', 'menu_order', ['Small', 'Medium', 'Large', 'Extra large']],
  [3, 'Grind', 'pa_grind', 'menu_order', ['Whole bean', 'Filter', 'Espresso', 'French press']],
  [4, 'Pack', 'pa_pack', 'name_num', ['100 g', '250 g', '500 g', '1 kg']],
  [
    5,
    'Material',
    'pa_material',
    'name',
    ['Brass', 'Cast iron', 'Glass', 'Linen', 'Oak', 'Steel', 'Stoneware'],
  ],
  [6, 'Roast', 'pa_roast', 'menu_order', ['Light', 'Medium', 'Dark']],
] as const;

const blank = { count: 0, description: '' };

export const categories: readonly Category[] = categoryRows.map(
  ([id, name, parentId, drawing, description], place) => ({
    ...{ id, name, slug: slugOf(name), description, count: 0, parentId, display: 'default' },
    image: picture(drawing, name),
    menuOrder: place,
  }),
);

export const tags: readonly Tag[] = tagRows.map(([id, name, description]) => ({
  ...{ id, name, slug: slugOf(name), description, count: 0 },
}));

export const brands: readonly Brand[] = brandRows.map(([id, name, drawing, description], place) => ({
  ...{ id, name, slug: slugOf(name), description, count: 0, parentId: 0, menuOrder: place },
  image: picture(drawing, name),
}));

export const attributes: readonly Attribute[] = attributeRows.map(([id, name, slug, orderBy]) => ({
  ...{ id, name, slug, orderBy, type: 'select', hasArchives: false },
}));

/** The options of all attributes. The id of an option is 100 + 10 × the id of its attribute + its position. */
export const options: readonly AttributeTerm[] = attributeRows.flatMap(([attributeId, , , , names]) =>
  names.map((name, place) => ({
    ...{ ...blank, id: 100 + attributeId * 10 + place, name, slug: slugOf(name) },
    ...{ attributeId, menuOrder: place },
  })),
);

export const shippingClasses: readonly Tag[] = [
  { id: 91, name: 'Fragile', slug: 'fragile', description: 'Packed twice, in straw.', count: 0 },
  { id: 92, name: 'Letterbox', slug: 'letterbox', description: 'Fits through the door.', count: 0 },
  { id: 93, name: 'Heavy', slug: 'heavy', description: 'On a trolley, never up the stairs.', count: 0 },
];

import { z } from 'zod';
import { variationV1Embed } from '../../shared/embed.ts';
import { decimalOrEmpty, orEmbedded } from '../../shared/schemas/texts.ts';
import * as v1 from '../../shared/schemas/v1-members.ts';
import { CoCartImage, chosenV1 } from './product-members.ts';
import { shownProductV1 } from './product-v1.ts';

const CoCartVariationV1 = z
  .strictObject({
    ...v1.plainVariationV1,
    ...v1.pricesV1(decimalOrEmpty),
    image: CoCartImage.omit({ position: true, featured: true }).nullable().describe('The picture.'),
    attributes: chosenV1.describe('The options of the variation.'),
  })
  .meta({ id: 'CoCartVariationV1' });

const shown = {
  productV1: shownProductV1,
  variationV1: orEmbedded(CoCartVariationV1, variationV1Embed),
};

/** Schemas of products and variations in v1. */
export const productSchemas = {
  ...shown,
  productsV1: z.array(shown.productV1),
  variationsV1: z.array(shown.variationV1),
};

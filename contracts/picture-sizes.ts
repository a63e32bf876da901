/**
 * Names of the picture sizes of WordPress and WooCommerce, smallest first. The size of the original is not
 * included.
 */
export const pictureSizes = [
  'woocommerce_gallery_thumbnail',
  'thumbnail',
  'woocommerce_thumbnail',
  'medium',
  'woocommerce_single',
  'medium_large',
  'large',
  '1536x1536',
  '2048x2048',
] as const;
export type PictureSize = (typeof pictureSizes)[number];

import { pictureAddress } from '../page.ts';

interface PictureProps {
  readonly src: string | undefined;
  readonly alt: string;
  /** Width and height of the picture in pixels. This space is reserved before the picture is loaded. */
  readonly edge: number;
  readonly isFirst?: boolean;
}

export function Picture({ src, alt, edge, isFirst = false }: PictureProps) {
  return (
    <img
      class="picture"
      src={src ? pictureAddress(src) : '/placeholder.svg'}
      alt={alt}
      width={edge}
      height={edge}
      loading={isFirst ? 'eager' : 'lazy'}
      decoding="async"
    />
  );
}

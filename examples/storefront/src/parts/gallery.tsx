import { useState } from 'preact/hooks';
import type { Picture as PictureOf } from '../api.ts';
import { text } from '../texts.ts';
import { Picture } from './picture.tsx';

interface GalleryProps {
  readonly name: string;
  readonly images: readonly PictureOf[];
  /** The picture of the chosen variation; null if none is chosen. */
  readonly chosen: PictureOf['src'] | null;
}

/** Shows the pictures of a product: one large picture, and buttons that choose which picture is large. */
export function Gallery({ name, images, chosen }: GalleryProps) {
  const [at, setAt] = useState<number | null>(null);
  const large = at === null ? (chosen?.large ?? images[0]?.src.large) : images[at]?.src.large;
  return (
    <div class="gallery">
      <Picture src={large} alt={images[at ?? 0]?.alt || name} edge={1_024} isFirst />
      {images.length > 1 && (
        <ul aria-label={text('product.pictures')}>
          {images.map(({ src, alt }, index) => (
            <li key={src.thumbnail}>
              <button type="button" aria-pressed={index === (at ?? 0)} onClick={() => setAt(index)}>
                <Picture
                  src={src.thumbnail}
                  alt={text('product.picture', { number: index + 1, name: alt || name })}
                  edge={150}
                />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

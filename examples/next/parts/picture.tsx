import Image from 'next/image';

/** A square picture of a product; an empty square for a product without one. */
export function Picture({ src, alt, size }: { src: string | undefined; alt: string; size: number }) {
  return src ? <Image src={src} alt={alt} width={size} height={size} /> : <div className="no-picture" />;
}

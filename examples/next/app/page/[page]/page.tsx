import { notFound } from 'next/navigation';
import { ProductList } from '../../../parts/product-list';

// Each page is made at its first visit, and kept.
export const generateStaticParams = () => [];

export default async function LaterPage({ params }: { params: Promise<{ page: string }> }) {
  const { page } = await params;
  if (!/^[1-9]\d{0,3}$/.test(page)) notFound();
  return <ProductList page={Number(page)} />;
}

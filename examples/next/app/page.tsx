import { ProductList } from '../parts/product-list';

export default function FirstPage() {
  return <ProductList page={1} />;
}

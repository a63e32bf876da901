import type { Metadata } from 'next';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { catalogue } from '../lib/catalogue';
import './style.css';

export async function generateMetadata(): Promise<Metadata> {
  const { title, description } = await catalogue.store.get();
  return { title: { default: title, template: `%s – ${title}` }, description };
}

export default async function Layout({ children }: { children: ReactNode }) {
  const { title, language } = await catalogue.store.get();
  return (
    <html lang={language}>
      <body>
        <header>
          <Link href="/" className="title">
            {title}
          </Link>
          <nav aria-label="Shop">
            <Link href="/cart">Cart</Link>
            <Link href="/account">Account</Link>
          </nav>
        </header>
        <main>{children}</main>
      </body>
    </html>
  );
}

import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { shop } from '../../shop.config.ts'
import { m } from '../messages/messages.ts'
import { Logo } from './logo.tsx'

const link =
  'inline-flex min-h-11 items-center text-on-forest-muted underline-offset-4 transition-colors hover:text-on-forest hover:underline focus-visible:outline-on-forest md:min-h-9'

/** Ways to the rest of the shop, help, and where else it can be found. */
export function Footer() {
  return (
    <footer className="mt-auto bg-forest text-on-forest">
      <div className="page grid grid-cols-[repeat(auto-fit,minmax(min(100%,8.5rem),1fr))] lg:grid-cols-[2fr_1fr_1fr_1fr] gap-x-6 gap-y-8 pt-12 pb-8 md:pt-16">
        <div className="col-span-full lg:col-span-1">
          <Logo dark />
          <p className="mt-1 text-on-forest-muted">{m.shell_slogan()}</p>
        </div>
        <Column title={m.shell_quick_links()}>
          <li>
            <Link to="/#best-sellers" className={link}>
              {m.shell_best_sellers()}
            </Link>
          </li>
          <li>
            <Link to="/products" className={link}>
              {m.shell_all_products()}
            </Link>
          </li>
          <li>
            <Link to="/contact" className={link}>
              {m.shell_contact()}
            </Link>
          </li>
        </Column>
        <Column title={m.shell_help()}>
          <li>
            <Link to="/my-orders" className={link}>
              {m.shell_my_orders()}
            </Link>
          </li>
          <li>
            <Link to="/login" className={link}>
              {m.shell_login()}
            </Link>
          </li>
          <li>
            <Link to="/reset-password" className={link}>
              {m.shell_reset()}
            </Link>
          </li>
        </Column>
        <Column title={m.shell_follow()}>
          {shop.social.map(({ name, url }) => (
            <li key={name}>
              <a href={url} rel="noopener" className={link} lang="en">
                {name}
              </a>
            </li>
          ))}
        </Column>
        {/* The year of who made the page: it is kept for a while, and a browser's clock may be wrong. */}
        <p
          suppressHydrationWarning
          className="col-span-full border-[rgb(255_255_255/0.14)] border-t pt-6 text-on-forest-muted text-sm"
        >
          {m.shell_copyright({ year: String(new Date().getUTCFullYear()), company: shop.contact.company })}
        </p>
      </div>
    </footer>
  )
}

function Column({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h2 className="font-semibold tracking-normal">{title}</h2>
      <ul className="mt-2 grid justify-items-start">{children}</ul>
    </div>
  )
}

import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useSession } from '../client/session.ts'
import { getLocale, m } from '../messages/messages.ts'
import { shopName } from '../messages/shop-name.ts'
import { Logo } from '../page/logo.tsx'
import { shop } from '../shop.ts'

const link =
  'inline-flex min-h-11 items-center text-on-forest-muted underline-offset-4 transition-colors hover:text-on-forest hover:underline focus-visible:outline-on-forest md:min-h-9'

/** The footer: links to the shop's pages, help, and social networks. */
export function Footer() {
  const isShopper = useSession().status === 'shopper'
  const hidden = shop.hiddenSamples
  const { company, companyTh } = shop.contact
  const owner = hidden.includes('company') ? shopName() : getLocale() === 'th' ? (companyTh ?? company) : company
  // Sample links lead to the networks' front pages; see contract/settings/shop-samples.ts.
  const social = hidden.includes('social')
    ? shop.social.filter(({ url }) => new URL(url).pathname !== '/')
    : shop.social
  return (
    <footer className="mt-auto bg-forest text-on-forest">
      <div className="page grid grid-cols-[repeat(auto-fit,minmax(min(100%,8.5rem),1fr))] lg:grid-cols-[2fr_1fr_1fr_1fr] gap-x-6 gap-y-8 pt-12 pb-8 md:pt-16">
        <div className="col-span-full lg:col-span-1">
          <Logo dark />
          <p className="mt-1 text-on-forest-muted">{m.shell_slogan()}</p>
        </div>
        <Column title={m.shell_quick_links()}>
          <FooterLink to="/#in-stock">
            {shop.claims.bestSellers ? m.shell_best_sellers() : m.home_in_stock()}
          </FooterLink>
          <FooterLink to="/products">{m.shell_all_products()}</FooterLink>
          <FooterLink to="/contact">{m.shell_contact()}</FooterLink>
        </Column>
        <Column title={m.shell_help()}>
          <FooterLink to="/contact#delivery">{m.contact_delivery()}</FooterLink>
          <FooterLink to="/contact#wrong">{m.contact_wrong()}</FooterLink>
          <FooterLink to="/contact#privacy">{m.contact_privacy()}</FooterLink>
          <FooterLink to="/my-orders">{m.shell_my_orders()}</FooterLink>
          {!isShopper && (
            <>
              <FooterLink to="/login">{m.account_login()}</FooterLink>
              <FooterLink to="/reset-password">{m.shell_reset()}</FooterLink>
            </>
          )}
        </Column>
        {social.length > 0 && (
          <Column title={m.shell_follow()}>
            {social.map(({ name, url }) => (
              <li key={name}>
                <a href={url} rel="noopener" className={link} lang="en">
                  {name}
                </a>
              </li>
            ))}
          </Column>
        )}
        {/* The server's year: pages are cached for a while, and a browser's clock may be wrong. */}
        <p
          suppressHydrationWarning
          className="col-span-full border-[rgb(255_255_255/0.14)] border-t pt-6 text-on-forest-muted text-sm"
        >
          {m.shell_copyright({ year: String(new Date().getUTCFullYear()), company: owner })}
        </p>
      </div>
    </footer>
  )
}

function FooterLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <li>
      <Link to={to} className={link}>
        {children}
      </Link>
    </li>
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

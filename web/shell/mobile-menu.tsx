import { Link } from 'react-router'
import { shop } from '../../shop.config.ts'
import { categoryName, categoryPath, categoryPicture } from '../catalog/categories.ts'
import { m } from '../messages/messages.ts'
import { Dialog } from '../ui/dialog.tsx'
import { LanguageSwitch } from './language-switch.tsx'

/** Everything that the header of a wide screen shows at once, and the shelves. */
export default function MobileMenu({ open, onClose }: { open: boolean; onClose: () => void }) {
  const item =
    'flex min-h-12 items-center gap-3 rounded-tile px-3 font-medium transition-colors hover:bg-leaf-soft hover:text-leaf-deep'
  return (
    <Dialog open={open} onClose={onClose} title={m.shell_menu()} place="side">
      <nav aria-label={m.shell_main_navigation()} className="-mx-3 grid gap-1">
        <Link to="/" onClick={onClose} className={item}>
          {m.shell_home()}
        </Link>
        <Link to="/products" onClick={onClose} className={item}>
          {m.shell_all_products()}
        </Link>
        <ul className="grid gap-1 border-line border-y py-2">
          {shop.categories.map((category) => (
            <li key={category.path}>
              <Link to={categoryPath(category)} onClick={onClose} className={item}>
                <span
                  className="grid size-9 place-items-center rounded-full"
                  style={{ background: `var(--color-${category.tint})` }}
                >
                  <img src={categoryPicture(category)?.webp} alt="" width={256} height={256} className="size-7" />
                </span>
                {categoryName(category)}
              </Link>
            </li>
          ))}
        </ul>
        <Link to="/my-orders" onClick={onClose} className={item}>
          {m.shell_my_orders()}
        </Link>
        <Link to="/contact" onClick={onClose} className={item}>
          {m.shell_contact()}
        </Link>
        <LanguageSwitch long className={item} />
      </nav>
    </Dialog>
  )
}

import { Link } from 'react-router'
import { m } from '../messages/messages.ts'
import { LanguageSwitch } from '../page/language-switch.tsx'
import { CategoryLinks } from '../product/category-links.tsx'
import { Dialog } from '../ui/dialog.tsx'

/** The links of a wide screen's header, and the categories. */
export default function MobileMenu({ open, onClose }: { open: boolean; onClose: () => void }) {
  const item =
    'flex min-h-12 items-center gap-3 rounded-tile px-3 font-medium transition-colors hover:bg-leaf-soft hover:text-leaf-deep'
  return (
    <Dialog open={open} onClose={onClose} title={m.shell_menu()} position="side">
      <nav aria-label={m.shell_main_navigation()} className="-mx-3 grid gap-1">
        <Link to="/" replace onClick={onClose} className={item}>
          {m.shell_home()}
        </Link>
        <div className="border-line border-y py-2">
          <CategoryLinks onFollow={onClose} replace className={item} />
        </div>
        <Link to="/my-orders" replace onClick={onClose} className={item}>
          {m.shell_my_orders()}
        </Link>
        <Link to="/contact" replace onClick={onClose} className={item}>
          {m.shell_contact()}
        </Link>
        <LanguageSwitch long className={item} />
      </nav>
    </Dialog>
  )
}

import { m } from '../messages/messages.ts'
import { CategoryLinks } from '../product/category-links.tsx'
import { Dialog } from '../ui/dialog.tsx'

/** The list of categories, opened from the phone's bottom bar. */
export default function CategorySheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title={m.shell_categories()} position="bottom">
      <nav aria-label={m.shell_categories()} className="-mx-3">
        <CategoryLinks
          onFollow={onClose}
          replace
          className="flex min-h-12 items-center gap-3 rounded-tile px-3 font-medium transition-colors hover:bg-leaf-soft hover:text-leaf-deep"
        />
      </nav>
    </Dialog>
  )
}

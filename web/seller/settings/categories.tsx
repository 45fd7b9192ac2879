import { type ComponentProps, useRef, useState } from 'react'
import type { CategoryInput, OwnersCategory } from '../../../contract/entities/settings.ts'
import { findCategory } from '../../../contract/settings/shop.ts'
import type { Submit } from '../../client/make-submit.ts'
import { reloadShop } from '../../client/reload-shop.ts'
import { useSubmit } from '../../client/use-submit.ts'
import { m } from '../../messages/messages.ts'
import { categoryName, categoryPath } from '../../product/categories.ts'
import { CategoryRound } from '../../product/category-picture.tsx'
import { shop } from '../../shop.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { sellerApi } from '../client/seller-api.ts'
import { LastChange } from '../form/last-change.tsx'
import { MoveButton } from '../form/move-button.tsx'
import { movedInList } from '../form/moved-in-list.ts'
import { RemoveDialog } from '../form/remove-dialog.tsx'
import { CategoryForm } from './category-form.tsx'
import { ReadTopic } from './read-topic.tsx'

type SavedCategories = Extract<Awaited<ReturnType<typeof sellerApi.settings.categories>>, { success: true }>

/**
 * The categories of the shop in their order: added, named, moved and removed one at a time, each change saved at once.
 */
export function Categories() {
  return (
    <section>
      <ReadTopic name="categories" call={sellerApi.settings.categories} size="h-120 max-w-4xl">
        {(saved, reload) => <CategoryList read={saved} onChanged={reload} />}
      </ReadTopic>
    </section>
  )
}

const inputOf = ({ path, name, nameTh, picture }: OwnersCategory): CategoryInput => ({ path, name, nameTh, picture })

/** The saved categories, and what saves a list of them or removes one. */
function useCategories(read: SavedCategories, onChanged: () => void) {
  /** The value saved here since it was read; a later read replaces it. */
  const [own, setOwn] = useState<{ read: SavedCategories; saved: SavedCategories }>()
  const saved = own?.read === read ? own.saved : read
  const show = (next: SavedCategories) => setOwn({ read, saved: next })

  /** Sends a list; after a colleague's change, reads the current one. */
  async function send(next: readonly CategoryInput[]) {
    const reply = await sellerApi.settings.saveCategories({ categories: [...next], seen: saved.version })
    // The obstacles of a change aren't known here yet either.
    if (!reply.success && reply.code !== 'invalid_form') onChanged()
    return reply
  }

  async function save(next: readonly CategoryInput[], form: Submit, element?: HTMLFormElement): Promise<boolean> {
    const reply = await form.send(() => send(next), element)
    if (!reply) return false
    show(reply)
    await reloadShop()
    return true
  }

  async function remove({ path, ...category }: OwnersCategory) {
    const reply = await send(saved.categories.filter((each) => each.path !== path).map(inputOf))
    if (!reply.success) return reply
    show(reply)
    await reloadShop()
    return { success: true as const, message: m.settings_category_removed({ name: categoryName(category) }) }
  }

  return { saved, show, save, remove }
}

function CategoryList({ read, onChanged }: { read: SavedCategories; onChanged: () => void }) {
  const { saved, show, save, remove } = useCategories(read, onChanged)
  const { categories } = saved
  /** The category whose form is open; null for a new one. */
  const [edited, setEdited] = useState<OwnersCategory | null>()
  const [removing, setRemoving] = useState<OwnersCategory>()
  const [moved, setMoved] = useState('')
  const order = useSubmit()
  const heading = useRef<HTMLHeadingElement>(null)

  async function move(index: number, by: -1 | 1) {
    const category = categories[index]
    if (!category || order.pending) return
    const next = movedInList(categories, index, by)
    // Shown at once, so that the button under the finger stays that of the same category.
    show({ ...saved, categories: next })
    if (await save(next.map(inputOf), order))
      setMoved(m.settings_category_moved({ name: categoryName(category), position: index + by + 1 }))
    else show(saved)
  }

  function close() {
    setEdited(undefined)
    heading.current?.focus()
  }

  const isSaved = ({ path }: OwnersCategory) => categories.some((each) => each.path === path)
  // The form of a category that a colleague removed keeps its place, and what was typed.
  const rows = edited && !isSaved(edited) ? [...categories, edited] : categories

  function formOf(category: OwnersCategory | undefined) {
    const replaced = category && isSaved(category) ? category : undefined
    const index = replaced ? categories.indexOf(replaced) : categories.length
    return (
      <CategoryForm
        category={category}
        isRemoved={category !== replaced}
        saved={saved}
        onSave={(draft, form, element) =>
          save(
            categories.map(inputOf).toSpliced(index, replaced ? 1 : 0, { ...draft, path: replaced?.path }),
            form,
            element,
          )
        }
        index={index}
        onClose={close}
      />
    )
  }

  return (
    <div className="max-w-4xl">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 ref={heading} tabIndex={-1} className="font-bold text-2xl">
          {m.settings_topic_categories()}
        </h2>
        {edited === undefined && <Button onClick={() => setEdited(null)}>{m.settings_category_add()}</Button>}
      </div>
      <p className="mb-4 text-muted">{m.settings_categories_text()}</p>
      {edited === null && <Card className="mb-3 p-4 sm:p-6">{formOf(undefined)}</Card>}
      <ol className="grid gap-2">
        {rows.map((category, index) => (
          <li key={category.path}>
            <Card className="p-3 sm:px-4">
              {edited?.path === category.path ? (
                formOf(category)
              ) : (
                <Row
                  category={category}
                  isFirst={index === 0}
                  isLast={index === rows.length - 1}
                  isAlone={categories.length === 1}
                  onMove={(by) => void move(index, by)}
                  onEdit={edited === undefined ? () => setEdited(category) : undefined}
                  onRemove={() => setRemoving(category)}
                />
              )}
            </Card>
          </li>
        ))}
      </ol>
      <p role="status" className="sr-only">
        {moved}
      </p>
      <div className="mt-3">
        <LastChange {...saved} />
      </div>
      {removing && (
        <RemoveCategory category={removing} remove={() => remove(removing)} onClose={() => setRemoving(undefined)} />
      )}
    </div>
  )
}

type RemoveCategoryProps = Pick<ComponentProps<typeof RemoveDialog>, 'remove' | 'onClose'> & {
  category: OwnersCategory
}

function RemoveCategory({ category, ...props }: RemoveCategoryProps) {
  return (
    <RemoveDialog
      title={m.settings_category_remove_named({ name: categoryName(category) })}
      text={removeText(category)}
      labels={{ keep: m.form_keep(), remove: m.settings_remove() }}
      link={productsLink(category)}
      {...props}
    />
  )
}

type RowProps = {
  category: OwnersCategory
  isFirst: boolean
  isLast: boolean
  /** A shop keeps its last category. */
  isAlone: boolean
  onMove: (by: -1 | 1) => void
  /** Undefined while another category is edited. */
  onEdit: (() => void) | undefined
  onRemove: () => void
}

function Row({ category, isFirst, isLast, isAlone, onMove, onEdit, onRemove }: RowProps) {
  const name = categoryName(category)
  const shown = findCategory(shop, category.path)
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <div className="grid shrink-0">
        <MoveButton
          label={m.settings_category_up({ name })}
          isUp
          disabled={isFirst || !onEdit}
          onMove={() => onMove(-1)}
        />
        <MoveButton label={m.settings_category_down({ name })} disabled={isLast || !onEdit} onMove={() => onMove(1)} />
      </div>
      {shown && <CategoryRound category={shown} />}
      <div className="min-w-0 grow basis-40">
        <h3 className="wrap-anywhere font-semibold">
          <span lang="en" className="max-sm:block">
            {category.name}
          </span>
          <span className="max-sm:hidden"> · </span>
          <span lang="th" className="max-sm:block">
            {category.nameTh}
          </span>
        </h3>
        <p className="wrap-anywhere text-muted text-sm">
          {productsOf(category)} · {categoryPath(category)}
        </p>
      </div>
      {onEdit && (
        <div className="flex gap-2">
          <Button variant="soft" aria-label={m.settings_category_change_named({ name })} onClick={onEdit}>
            {m.form_change()}
          </Button>
          {!isAlone && (
            <Button variant="outline" aria-label={m.settings_category_remove_named({ name })} onClick={onRemove}>
              {m.settings_remove()}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

function productsOf({ products, archived }: OwnersCategory): string {
  if (products === 0) return m.settings_category_empty()
  const all = m.settings_category_products({ count: products })
  return archived > 0 ? `${all} (${m.settings_category_archived({ count: archived })})` : all
}

const removeText = ({ products: count, archived }: OwnersCategory): string =>
  count > 0 ? m.settings_category_used_text({ count, archived }) : m.settings_category_remove_text()

/** Returns the link to the products that keep a category from being removed. */
const productsLink = ({ path, products }: OwnersCategory) =>
  products > 0
    ? {
        to: `/seller/product-list?category=${encodeURIComponent(path.toLowerCase())}`,
        label: m.settings_category_used_link(),
      }
    : undefined

import { shop } from '../../shop.config.ts'
import { categoryName, categoryPath, tintOf } from '../catalog/categories.ts'
import { CategoryPicture } from '../catalog/category-picture.tsx'
import { Menu, MenuLink } from '../ui/menu.tsx'
import { CategoryButton } from './category-button.tsx'

/** The shelves, from the header of a wide screen. */
export default function CategoryMenu({ openAtOnce }: { openAtOnce: boolean }) {
  return (
    <Menu trigger={<CategoryButton />} defaultOpen={openAtOnce}>
      {shop.categories.map((category) => {
        return (
          <MenuLink key={category.path} to={categoryPath(category)}>
            <span
              className="grid size-9 shrink-0 place-items-center rounded-full"
              style={{ background: tintOf(category) }}
            >
              <CategoryPicture category={category} className="size-7" />
            </span>
            {categoryName(category)}
          </MenuLink>
        )
      })}
    </Menu>
  )
}

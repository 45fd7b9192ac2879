import { categoryName, categoryPath } from '../product/categories.ts'
import { CategoryRound } from '../product/category-picture.tsx'
import { shop } from '../shop.ts'
import { Menu, MenuLink } from '../ui/menu.tsx'
import { CategoryButton } from './category-button.tsx'

/** The menu of categories in the header of a wide screen. */
export default function CategoryMenu({ openAtOnce }: { openAtOnce: boolean }) {
  return (
    <Menu trigger={<CategoryButton />} defaultOpen={openAtOnce}>
      {shop.categories.map((category) => (
        <MenuLink key={category.path} to={categoryPath(category)}>
          <CategoryRound category={category} />
          {categoryName(category)}
        </MenuLink>
      ))}
    </Menu>
  )
}

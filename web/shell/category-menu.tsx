import { categoryName, categoryPath } from '../product/categories.ts'
import { CategoryRound } from '../product/category-picture.tsx'
import { shop } from '../shop.ts'
import { Menu, MenuLink } from '../ui/menu.tsx'
import { CategoryButton } from './category-button.tsx'

/** The menu of categories in the header of a wide screen, loaded by the first press of its button. */
export default function CategoryMenu() {
  return (
    <Menu trigger={<CategoryButton />} defaultOpen>
      {shop.categories.map((category) => (
        <MenuLink key={category.path} to={categoryPath(category)}>
          <CategoryRound category={category} />
          {categoryName(category)}
        </MenuLink>
      ))}
    </Menu>
  )
}

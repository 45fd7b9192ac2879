import { Link } from 'react-router'
import { m } from '../messages/messages.ts'
import { shop } from '../shop.ts'
import { categoryName, categoryPath } from './categories.ts'
import { CategoryRound } from './category-picture.tsx'

type CategoryLinksProps = { onFollow: () => void; className: string; replace?: boolean }

/** Links to the categories, with their pictures, and to all products. */
export function CategoryLinks({ onFollow, className, replace = false }: CategoryLinksProps) {
  return (
    <ul className="grid gap-1">
      {shop.categories.map((category) => (
        <li key={category.path}>
          <Link to={categoryPath(category)} replace={replace} onClick={onFollow} className={className}>
            <CategoryRound category={category} />
            {categoryName(category)}
          </Link>
        </li>
      ))}
      <li className="mt-1 border-line border-t pt-2">
        <Link to="/products" replace={replace} onClick={onFollow} className={className}>
          {m.shell_all_products()}
        </Link>
      </li>
    </ul>
  )
}

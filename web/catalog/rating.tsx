import { display } from '../../contract/values/limits.ts'
import { m } from '../messages/messages.ts'
import { shop } from '../shop.ts'
import { Star } from '../ui/icons.tsx'

/** The shop's fixed rating, if the shop claims one. */
export function Rating() {
  if (!shop.claims.rating) return null
  const label = m.product_rating({ rating: display.rating, max: display.ratingOutOf })
  return (
    <p className="flex items-center gap-2">
      <span role="img" aria-label={label} className="flex gap-0.5">
        {Array.from({ length: display.ratingOutOf }, (_, index) => (
          <Star
            // biome-ignore lint/suspicious/noArrayIndexKey: stars have no other name
            key={index}
            aria-hidden
            className={`size-5 ${index < display.rating ? 'fill-mango text-[#c98300]' : 'fill-transparent text-edge'}`}
          />
        ))}
      </span>
      <span className="figures text-muted text-sm" aria-hidden>
        {m.product_rating_short({ rating: display.rating, max: display.ratingOutOf })}
      </span>
    </p>
  )
}

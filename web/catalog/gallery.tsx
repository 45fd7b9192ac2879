import { type KeyboardEvent, useRef, useState } from 'react'
import { m } from '../messages/messages.ts'
import { Picture } from '../ui/picture.tsx'

type GalleryProps = { images: string[]; name: string; tint: string; faded?: boolean }

/** The pictures of a product, changed by swiping, scrolling, thumbnails or arrow keys. */
export function Gallery({ images, name, tint, faded = false }: GalleryProps) {
  const [current, setCurrent] = useState(0)
  const track = useRef<HTMLUListElement>(null)
  const thumbnails = useRef<HTMLDivElement>(null)
  const several = images.length > 1

  function show(index: number) {
    const wanted = Math.max(0, Math.min(index, images.length - 1))
    track.current?.children[wanted]?.scrollIntoView({ block: 'nearest', inline: 'start' })
    setCurrent(wanted)
    return wanted
  }

  function pressed(event: KeyboardEvent, follow: boolean) {
    const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1, Home: -images.length, End: images.length }
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    const next = show(current + step)
    if (follow) thumbnails.current?.querySelectorAll('button')[next]?.focus()
  }

  return (
    <div className={`grid gap-3 ${several ? 'max-md:grid-cols-[minmax(0,1fr)_auto]' : ''}`}>
      <ul
        ref={track}
        aria-label={m.product_pictures({ name })}
        tabIndex={several ? 0 : undefined}
        onKeyDown={several ? (event) => pressed(event, false) : undefined}
        onScroll={({ currentTarget: { scrollLeft, clientWidth } }) => {
          if (clientWidth > 0) setCurrent(Math.round(Math.abs(scrollLeft) / clientWidth))
        }}
        className={`flex snap-x snap-mandatory overflow-x-auto overscroll-x-contain rounded-card [scrollbar-width:none] motion-safe:scroll-smooth md:aspect-square ${several ? 'max-md:h-60 low:h-42' : 'max-md:aspect-5/4 low:aspect-auto low:h-42'}`}
        style={{ background: tint }}
      >
        {(several ? images : [images[0]]).map((image, index) => (
          <li key={image ?? 'none'} className="size-full shrink-0 snap-start snap-always">
            <Picture
              image={image}
              alt={several ? `${name}, ${m.product_picture({ number: index + 1, count: images.length })}` : name}
              sizes="(min-width: 64rem) 36rem, (min-width: 48rem) 50vw, 88vw"
              first={index === 0}
              className={`block size-full ${faded ? 'opacity-60' : ''}`}
            />
          </li>
        ))}
      </ul>
      {several && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend and resets of its own
        <div
          ref={thumbnails}
          role="group"
          aria-label={m.product_pictures({ name })}
          className="flex gap-2 max-md:flex-col low:max-h-42 low:overflow-y-auto low:[scrollbar-width:none] md:flex-wrap md:gap-2.5"
        >
          {images.map((image, index) => (
            <button
              key={image}
              type="button"
              aria-label={m.product_picture({ number: index + 1, count: images.length })}
              aria-current={index === current}
              onClick={() => show(index)}
              onKeyDown={(event) => pressed(event, true)}
              className="size-13.5 shrink-0 overflow-hidden rounded-tile border-2 border-transparent bg-sunken opacity-75 transition hover:opacity-100 aria-[current=true]:border-leaf aria-[current=true]:opacity-100 md:size-20"
            >
              <Picture image={image} sizes="80px" className="block size-full" />
            </button>
          ))}
        </div>
      )}
    </div>
  )
}

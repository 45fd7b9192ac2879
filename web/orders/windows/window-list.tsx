import { useLayoutEffect, useRef, useState } from 'react'
import type { OpenWindow } from '../../../contract/entities/delivery.ts'
import { display } from '../../../contract/values/limits.ts'
import { formatTime } from '../../messages/format-moment.ts'
import { formatHours, formatWindowDay } from '../../messages/format-window.ts'
import { m } from '../../messages/messages.ts'
import { centerInRow } from '../../ui/center-in-row.ts'
import { formatAmount } from '../../ui/price.tsx'
import { RadioCard } from '../../ui/radio-card.tsx'
import { asapId } from '../facts/asap-window.ts'
import { openWindowText } from './open-window-text.ts'

type WindowListProps = {
  /** The name of the radio group. */
  name: string
  windows: readonly OpenWindow[]
  chosen: string | undefined
  /** Windows that the shopper holds or has ordered in, so that they aren't full for this shopper. */
  own?: readonly (string | undefined)[]
  /** Whether a window's fee is paid: an order that is moved doesn't pay it, and is told so. */
  fees?: boolean
  /** Windows with a higher fee can't be chosen. */
  maxFee?: number
  onChoose: (id: string) => void
}

/** Delivery windows to choose from: the days, and the windows of one of them with fee and capacity left. */
export function WindowList({
  name,
  windows,
  chosen,
  own = [],
  fees = true,
  maxFee = Number.POSITIVE_INFINITY,
  onChoose,
}: WindowListProps) {
  /** The day to look at, until another window is chosen: elsewhere too, as one instead of a full one. */
  const [picked, setPicked] = useState<{ day: string; chosen: string | undefined }>()
  const days = new Map<string, OpenWindow[]>()
  for (const each of windows) {
    const dayText = formatWindowDay(each.from)
    days.set(dayText, [...(days.get(dayText) ?? []), each])
  }
  const isFull = ({ id, left }: OpenWindow) => left === 0 && !own.includes(id)
  const isDearer = ({ id, fee }: OpenWindow) => fee > maxFee && !own.includes(id)
  const dayOf = (found: OpenWindow | undefined) => found && formatWindowDay(found.from)
  const first = dayOf(windows.find((each) => !isFull(each) && !isDearer(each))) ?? dayOf(windows[0])
  const pickedDay = picked && days.has(picked.day) ? picked.day : undefined
  const chosenWindow = windows.find(({ id }) => id === chosen)
  const chosenDay = dayOf(chosenWindow)
  const day = (picked?.chosen === chosen ? pickedDay : undefined) ?? chosenDay ?? pickedDay ?? first
  const row = useRef<HTMLUListElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another day is another button
  useLayoutEffect(() => {
    centerInRow(row.current, row.current?.querySelector('[aria-pressed=true]'))
  }, [day])

  /** Returns what to note where an order is moved. The fee of its own window is in what it costs. */
  function moveNoteOf(each: OpenWindow): string[] {
    if (own.includes(each.id)) return [m.windows_own()]
    if (isDearer(each)) return [m.windows_dearer()]
    return each.fee > 0 ? [m.windows_no_fee()] : []
  }

  const noteOf = (each: OpenWindow) =>
    [
      // The row of days may be scrolled to others.
      ...(each.id === chosen && each.id !== asapId && days.size > 1 ? [formatWindowDay(each.from)] : []),
      ...(each.id === asapId ? [m.windows_asap_by({ time: formatTime(each.to) })] : []),
      ...(each.fee > 0 && fees ? [m.windows_fee({ amount: formatAmount(each.fee) })] : []),
      ...(fees ? [] : moveNoteOf(each)),
      ...(isFull(each) ? [m.windows_full()] : []),
      ...(each.left > 0 && each.left <= display.lowStock ? [m.windows_left({ count: each.left })] : []),
    ].join(' · ')

  return (
    <fieldset className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <legend className="sr-only">{m.windows_choose()}</legend>
      {days.size > 1 && (
        // The padding has room for the outline of the focus.
        <ul ref={row} className="-mx-1 flex snap-x scroll-px-1 gap-2 overflow-x-auto px-1 py-1">
          {[...days.keys()].map((each) => (
            <li key={each} className="max-w-full shrink-0 snap-start">
              <button
                type="button"
                aria-pressed={each === day}
                onClick={() => setPicked({ day: each, chosen })}
                className="min-h-11 whitespace-nowrap max-[16rem]:whitespace-normal rounded-full border border-edge bg-surface px-4 font-medium text-sm transition-colors hover:border-leaf aria-pressed:border-leaf aria-pressed:bg-leaf aria-pressed:text-on-leaf forced-colors:aria-pressed:border-[Highlight] forced-colors:aria-pressed:outline"
              >
                {each}
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className="@container">
        <ChosenElsewhere chosen={chosenDay === day ? undefined : chosenWindow} />
        <div className="grid grid-cols-[minmax(0,1fr)] gap-2 @min-[21rem]:grid-cols-2">
          {(days.get(day ?? '') ?? []).map((each) => (
            <div key={each.id} className={each.id === asapId ? 'col-span-full' : '*:h-full'}>
              <RadioCard
                name={name}
                value={each.id}
                checked={each.id === chosen}
                onChange={() => onChoose(each.id)}
                disabled={isFull(each) || isDearer(each)}
                label={
                  <span className="figures whitespace-nowrap max-[16rem]:whitespace-normal">
                    {each.id === asapId
                      ? m.windows_asap()
                      : days.size > 1
                        ? formatHours(each)
                        : `${day}, ${formatHours(each)}`}
                  </span>
                }
                detail={noteOf(each)}
              />
            </div>
          ))}
        </div>
      </div>
    </fieldset>
  )
}

/** The chosen window, while another day is looked at. */
function ChosenElsewhere({ chosen }: { chosen: OpenWindow | undefined }) {
  return (
    <div role="status">
      {chosen && (
        <p className="mb-3 rounded-tile bg-mango-soft px-4 py-2 font-medium">
          {m.windows_chosen({ time: openWindowText(chosen) })}
        </p>
      )}
    </div>
  )
}

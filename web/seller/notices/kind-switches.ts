import type { NoticeKind } from '../../../contract/staff/notices.ts'
import { makeStore } from '../../store.ts'

type Kinds = Record<NoticeKind, boolean>

/**
 * Makes the switches that choose the notices of a device. Each press is saved after the one before it, on top of what
 * is saved by then; `save` returns whether that succeeded. `shown` is what is saved, with the presses that aren't yet.
 */
export function makeKindSwitches(first: Kinds, save: (kinds: Kinds) => Promise<boolean>) {
  const shown = makeStore(first)
  let savedKinds = first
  let presses: readonly Partial<Kinds>[] = []
  let running = Promise.resolve()
  const show = () => shown.set(Object.assign({}, savedKinds, ...presses))

  function turn(kind: NoticeKind, on: boolean): Promise<void> {
    const press = { [kind]: on }
    presses = [...presses, press]
    show()
    running = running.then(async () => {
      const next = { ...savedKinds, ...press }
      if (await save(next)) savedKinds = next
      presses = presses.filter((each) => each !== press)
      show()
    })
    return running
  }
  return { shown, turn }
}

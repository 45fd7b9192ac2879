import { expect, test, vi } from 'vitest'
import { historyLayers } from './history-layers.ts'

/** A browser's history, its router, and the layers that hear of Back first. */
function aBrowser() {
  const entries: unknown[] = [{ key: 'page' }]
  const router = vi.fn()
  let pending = 0
  const history = {
    get state() {
      return entries.at(-1)
    },
    pushState: (state: unknown) => void entries.push(state),
    // As in browsers, the event comes later.
    back: () => {
      pending += 1
    },
  }
  const layers = historyLayers(() => history)
  /** Does the steps back that were asked for. */
  const settle = () => {
    for (; pending > 0; pending -= 1) {
      entries.pop()
      let isStopped = false
      layers.onPopState({
        state: history.state,
        stopImmediatePropagation: () => {
          isStopped = true
        },
      })
      if (!isStopped) router()
    }
  }
  const pressBack = () => {
    history.back()
    settle()
  }
  return { layers, entries, router, settle, pressBack }
}

test('Back closes the topmost dialog, one after the other, and then leaves the page', () => {
  const { layers, entries, router, pressBack } = aBrowser()
  const closed: string[] = []
  layers.open(() => closed.push('lower'))
  layers.open(() => closed.push('upper'))
  // The router finds its own state in the entries.
  expect(entries).toEqual([
    { key: 'page' },
    expect.objectContaining({ key: 'page' }),
    expect.objectContaining({ key: 'page' }),
  ])
  pressBack()
  expect(closed).toEqual(['upper'])
  pressBack()
  expect(closed).toEqual(['upper', 'lower'])
  expect(router).not.toHaveBeenCalled()
  pressBack()
  expect(router).toHaveBeenCalledOnce()
})

test('a dialog that is closed removes its entry, which the router doesn’t hear of', () => {
  const { layers, entries, router, settle, pressBack } = aBrowser()
  const close = vi.fn()
  const { end } = layers.open(close)
  end()
  settle()
  expect(entries).toEqual([{ key: 'page' }])
  // Closed by Back, it has no entry to remove.
  const second = layers.open(close)
  pressBack()
  second.end()
  settle()
  expect(entries).toEqual([{ key: 'page' }])
  expect(close).toHaveBeenCalledOnce()
  expect(router).not.toHaveBeenCalled()
})

test('a navigation waits until the entries of dialogs that were just closed are removed', () => {
  const { layers, settle } = aBrowser()
  const go = vi.fn()
  const [lower, upper] = [layers.open(() => {}), layers.open(() => {})]
  upper.end()
  lower.end()
  layers.whenClosed(go)
  expect(go).not.toHaveBeenCalled()
  settle()
  expect(go).toHaveBeenCalledOnce()
  layers.whenClosed(go)
  expect(go).toHaveBeenCalledTimes(2)
})

test('the entry of a dialog that a link has closed is skipped on the way back', () => {
  const { layers, entries, router, settle, pressBack } = aBrowser()
  const { leave, end } = layers.open(() => {})
  leave()
  end()
  entries.push({ key: 'next' })
  // Back arrives at the dialog's entry, from which the layers go one further.
  pressBack()
  settle()
  expect(entries).toEqual([{ key: 'page' }])
  expect(router).toHaveBeenCalledOnce()
})

test('a dialog that replaces another adds its entry once that of the other is removed', () => {
  const { layers, entries, router, settle, pressBack } = aBrowser()
  const close = vi.fn()
  layers.open(close).end()
  // Chromium decides where Back leads when it is asked for: an entry added meanwhile would be skipped.
  const second = layers.open(close)
  expect(entries).toHaveLength(2)
  settle()
  expect(entries).toEqual([{ key: 'page' }, expect.objectContaining({ key: 'page' })])
  second.end()
  settle()
  expect(entries).toEqual([{ key: 'page' }])
  // One that is closed before that adds none.
  layers.open(close).end()
  layers.open(close).end()
  settle()
  expect(entries).toEqual([{ key: 'page' }])
  expect([router.mock.calls.length, close.mock.calls.length]).toEqual([0, 0])
  layers.open(close)
  pressBack()
  expect(close).toHaveBeenCalledOnce()
})

import type { FormEvent } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { makeSubmit, type SubmitDeps } from './make-submit.ts'

beforeEach(() => void vi.useFakeTimers())

/** What forms are here: only which one it is matters. */
const form = { id: 'login' } as HTMLFormElement

/** Returns the state of a form in which the browser finds `errors`, and the functions that it calls. */
function aSubmit({ errors = {}, toasts = true }: { errors?: Record<string, string>; toasts?: boolean } = {}) {
  const hideToast = vi.fn()
  const showToast = vi.fn((_message: string) => hideToast)
  const focusFirst = vi.fn<SubmitDeps['focusFirst']>()
  const { state, calls, leave } = makeSubmit({
    showToast: toasts ? showToast : undefined,
    errorsOf: (asked) => (asked === form ? errors : {}),
    inputOf: (asked) => (name) => `${name} of ${asked.id}`,
    focusFirst,
  })
  return { ...calls, shown: state.get, leave, focusFirst, showToast, hideToast }
}

const eventOf = (currentTarget: HTMLFormElement) => {
  const preventDefault = vi.fn()
  return { event: { preventDefault, currentTarget } as unknown as FormEvent<HTMLFormElement>, preventDefault }
}

const idle = { pending: false, slow: false, message: undefined, triesLeft: undefined, fields: {} }
const taken = { success: true as const }
const wrong = {
  success: false as const,
  message: 'No',
  triesLeft: 4,
  fields: { email: 'Not an address', name: 'Long' },
}
const refused = async () => wrong

test.each([
  ['submit', (to: ReturnType<typeof aSubmit>) => to.submit(eventOf(form).event, refused)],
  ['send', (to: ReturnType<typeof aSubmit>) => to.send(refused, form)],
  ['show', async (to: ReturnType<typeof aSubmit>) => to.show(wrong.fields, form)],
])('an error by `%s` is shown, and focuses a field of its form', async (_, refuse) => {
  const submit = aSubmit()
  await refuse(submit)
  expect(submit.shown().fields).toEqual(wrong.fields)
  expect(submit.focusFirst.mock.calls).toEqual([[form, ['email', 'name']]])
})

test('errors that the browser finds are shown at their fields, and nothing is sent', async () => {
  const submit = aSubmit({ errors: { email: 'Please enter the email' } })
  const call = vi.fn(refused)
  const { event, preventDefault } = eventOf(form)
  expect(await submit.submit(event, call)).toBeUndefined()
  expect(preventDefault).toHaveBeenCalledOnce()
  expect(call).not.toHaveBeenCalled()
  expect(submit.shown()).toEqual({ ...idle, fields: { email: 'Please enter the email' } })
  expect(submit.focusFirst.mock.calls).toEqual([[form, ['email']]])
})

test('a form is sent with its input, and returns the reply that succeeded', async () => {
  const submit = aSubmit()
  const call = vi.fn(async (value: (name: string) => string) => ({ ...taken, sent: value('email') }))
  expect(await submit.submit(eventOf(form).event, call)).toEqual({ success: true, sent: 'email of login' })
  expect(submit.shown()).toEqual(idle)
  expect(submit.focusFirst).not.toHaveBeenCalled()
  expect(submit.showToast).not.toHaveBeenCalled()
})

test('one call runs at a time, and is shown once it takes long', async () => {
  const submit = aSubmit()
  const { promise, resolve } = Promise.withResolvers<typeof taken>()
  const first = submit.send(() => promise)
  expect(submit.shown()).toEqual({ ...idle, pending: true })
  const another = vi.fn(async () => taken)
  expect(await submit.send(another)).toBeUndefined()
  expect(another).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(299)
  expect(submit.shown().slow).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(submit.shown()).toEqual({ ...idle, pending: true, slow: true })
  resolve(taken)
  expect(await first).toEqual(taken)
  expect(submit.shown()).toEqual(idle)
  expect(await submit.send(another)).toEqual(taken)
  await vi.advanceTimersByTimeAsync(1000)
  expect(submit.shown()).toEqual(idle)
})

test('a refusal is shown until the next call, and its toast too', async () => {
  const submit = aSubmit()
  expect(await submit.send(refused)).toBeUndefined()
  const { success: _, ...refusal } = wrong
  expect(submit.shown()).toEqual({ ...idle, ...refusal })
  expect(submit.showToast.mock.calls).toEqual([['No']])
  submit.leave()
  expect(submit.hideToast).not.toHaveBeenCalled()
  const next = submit.send(async () => taken)
  expect(submit.hideToast).toHaveBeenCalledOnce()
  expect(submit.shown()).toEqual({ ...idle, pending: true })
  await next
})

test('a refusal without fields focuses none', async () => {
  const submit = aSubmit()
  await submit.send(async () => ({ success: false as const, message: 'No' }), form)
  expect(submit.shown()).toEqual({ ...idle, message: 'No' })
  expect(submit.focusFirst).not.toHaveBeenCalled()
})

test('a lost reply is shown, until the screen is left', async () => {
  const submit = aSubmit()
  expect(await submit.send(() => Promise.reject(new Error('Not reached')))).toBeUndefined()
  expect(submit.shown()).toEqual({ ...idle, message: 'Not reached' })
  expect(submit.showToast.mock.calls).toEqual([['Not reached']])
  submit.leave()
  expect(submit.hideToast).toHaveBeenCalledOnce()
})

test('a form that shows its message itself has no toasts', async () => {
  const submit = aSubmit({ toasts: false })
  await submit.send(refused)
  await submit.send(() => Promise.reject(new Error('Not reached')))
  expect(submit.shown().message).toBe('Not reached')
  expect(submit.showToast).not.toHaveBeenCalled()
})

test('input hides the error of its field, and the message of the last call', async () => {
  const submit = aSubmit()
  await submit.send(refused)
  submit.clearField('name')
  expect(submit.shown()).toEqual({ ...idle, message: 'No', triesLeft: 4, fields: { email: 'Not an address' } })
  submit.show(wrong.fields)
  submit.clear('email')
  expect(submit.shown()).toEqual({ ...idle, fields: { name: 'Long' } })
  await submit.send(refused)
  submit.clear()
  expect(submit.shown()).toEqual(idle)
})

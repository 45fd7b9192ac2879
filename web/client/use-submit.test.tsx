import type { FormEvent } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { type Submit, useSubmit } from './use-submit.ts'

afterEach(() => void vi.unstubAllGlobals())

/** Returns what `useSubmit` returned to a component. */
function aSubmit(): Submit {
  let submit: Submit | undefined
  function Form() {
    submit = useSubmit({ toasts: false })
    return null
  }
  renderToStaticMarkup(<Form />)
  if (!submit) throw new Error('The component wasn’t rendered.')
  return submit
}

/** A form with an email field, behind which is another form with one. */
function aForm() {
  const other = { name: 'email', focus: vi.fn() }
  const password = { name: 'password', focus: vi.fn() }
  const email = { name: 'email', focus: vi.fn() }
  vi.stubGlobal('document', { querySelectorAll: () => [other, password, email] })
  vi.stubGlobal('FormData', class {})
  const form = { elements: [], querySelectorAll: () => [password, email] } as unknown as HTMLFormElement
  return { form, email, others: [other, password] }
}

const refused = async () => ({ success: false as const, message: 'No', fields: { email: 'Not an address' } })
const rendered = () => new Promise<void>((resolve) => setTimeout(resolve))

test.each([
  ['submit', (form: HTMLFormElement) => aSubmit().submit(eventOf(form), refused)],
  ['send', (form: HTMLFormElement) => aSubmit().send(refused, form)],
  ['show', async (form: HTMLFormElement) => aSubmit().show({ email: 'Not an address' }, form)],
])('an error by `%s` focuses the field of its form, not of another one with the same name', async (_, refuse) => {
  const { form, email, others } = aForm()
  await refuse(form)
  await rendered()
  expect(email.focus).toHaveBeenCalledOnce()
  for (const { focus } of others) expect(focus).not.toHaveBeenCalled()
})

const eventOf = (form: HTMLFormElement) =>
  ({ preventDefault: () => {}, currentTarget: form }) as FormEvent<HTMLFormElement>

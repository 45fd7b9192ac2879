import type { ReactNode } from 'react'
import type { useSubmit } from '../../client/use-submit.ts'
import { Button } from '../../ui/button.tsx'
import { FormMessage } from '../../ui/form-message.tsx'

type FormEndProps = {
  form: Pick<ReturnType<typeof useSubmit>, 'message' | 'slow' | 'pending'>
  /** The label of the button that saves. */
  save: string
  /** More about why it wasn't saved. */
  details?: ReactNode
  /** Further buttons. */
  children?: ReactNode
}

/** The end of a form: why it wasn't saved, and its buttons. */
export function FormEnd({ form, save, details, children }: FormEndProps) {
  return (
    <>
      <div role="alert" className="empty:hidden">
        {form.message && <FormMessage>{form.message}</FormMessage>}
        {details}
      </div>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" size="large" pending={form.slow} aria-disabled={form.pending || undefined}>
          {save}
        </Button>
        {children}
      </div>
    </>
  )
}

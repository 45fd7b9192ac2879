import { type RefObject, useRef, useState } from 'react'
import { Link, type LinkProps, useLocation } from 'react-router'
import { limits } from '../../contract/values/limits.ts'
import type { Submit } from '../client/make-submit.ts'
import { m } from '../messages/messages.ts'
import { LanguageGuard } from '../page/language-guard.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { TextField } from '../ui/text-field.tsx'

type CredentialFieldsProps = {
  form: Submit
  /** Whether a new password is chosen: shows its rules, and password managers suggest one. */
  isNew?: boolean
  emailRef?: RefObject<HTMLInputElement | null>
  /** The address to begin with; by default that of the screen before. */
  email?: string
  /** Leads to where a forgotten password is replaced. */
  forgot: Pick<LinkProps, 'to' | 'replace' | 'onClick'>
}

/** Returns the address that was typed on the screen before. */
export function emailOfState(state: unknown): string {
  const email = typeof state === 'object' && state !== null && 'email' in state ? state.email : ''
  return typeof email === 'string' ? email : ''
}

/** The fields of email address and password, marked for password managers, and the link to reset the password. */
export function CredentialFields({ form, isNew = false, emailRef, email: given, forgot }: CredentialFieldsProps) {
  const { state } = useLocation()
  const first = given ?? emailOfState(state)
  const [email, setEmail] = useState(first)
  const password = useRef<HTMLInputElement>(null)
  return (
    <>
      <TextField
        ref={emailRef}
        name="email"
        type="email"
        label={m.account_email()}
        autoComplete="username"
        defaultValue={first}
        error={form.fields.email}
        onInput={(event) => {
          form.clear('email')
          setEmail(event.currentTarget.value)
        }}
        required
      />
      <div className="grid gap-1">
        <LanguageGuard isUnsaved={() => !!password.current?.value} />
        <PasswordField
          ref={password}
          name="password"
          label={m.account_password()}
          autoComplete={isNew ? 'new-password' : 'current-password'}
          minLength={isNew ? limits.passwordMin : undefined}
          hint={isNew && !form.fields.password ? m.account_password_hint({ min: limits.passwordMin }) : undefined}
          error={form.fields.password}
          onInput={() => form.clear('password')}
          required
        />
        <Link
          {...forgot}
          // The next screen needn't ask for the address again.
          state={{ email }}
          className="inline-flex min-h-11 items-center justify-self-start font-medium text-leaf hover:underline"
        >
          {m.account_forgot()}
        </Link>
      </div>
    </>
  )
}

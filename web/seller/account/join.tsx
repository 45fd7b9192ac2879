import { useNavigate } from 'react-router'
import { roleNames } from '../../../contract/staff/staff-roles.ts'
import { limits } from '../../../contract/values/limits.ts'
import { signedIn } from '../../client/session.ts'
import { useRead } from '../../client/use-read.ts'
import { useSubmit } from '../../client/use-submit.ts'
import { getLocale, m } from '../../messages/messages.ts'
import { AccountFrame } from '../../page/account-frame.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.ts'
import { sellerApi } from '../client/seller-api.ts'

/** The form of an invited person, who sets a name and a password and is signed in. */
export default function Join({ token }: { token: string }) {
  const navigate = useNavigate()
  const form = useSubmit({ toasts: false })
  const { data, failure, loading } = useRead(`invitation ${token}`, () => sellerApi.staff.invitation({ token }))
  if (!data)
    return (
      <div className="px-4">
        <AccountFrame title={m.staff_join_title()} waiting={failure === undefined || loading}>
          <p role="alert">{failure}</p>
          <ButtonLink to="/seller" className="mt-5" variant="outline">
            {m.account_login()}
          </ButtonLink>
        </AccountFrame>
      </div>
    )
  return (
    <div className="px-4">
      <AccountFrame
        title={m.staff_join_title()}
        text={m.staff_join_text({ email: data.email, role: roleNames[data.role][getLocale()] })}
      >
        <form
          noValidate
          className="grid gap-5"
          onSubmit={async (event) => {
            const reply = await form.submit(event, (value) =>
              sellerApi.staff.accept({ token, name: value('name'), newPassword: value('newPassword') }),
            )
            if (!reply) return
            toast.success(reply.message)
            await signedIn()
            navigate('/seller', { replace: true })
          }}
        >
          {/* For password managers. */}
          <input type="email" autoComplete="username" value={data.email} readOnly hidden />
          <TextField
            name="name"
            label={m.account_name()}
            autoComplete="name"
            error={form.fields.name}
            onInput={() => form.clear('name')}
            required
          />
          <PasswordField
            name="newPassword"
            label={m.account_password()}
            autoComplete="new-password"
            minLength={limits.passwordMin}
            hint={form.fields.newPassword ? undefined : m.account_password_hint({ min: limits.passwordMin })}
            error={form.fields.newPassword}
            onInput={() => form.clear('newPassword')}
            required
          />
          <FormMessage>{Object.keys(form.fields).length > 0 ? undefined : form.message}</FormMessage>
          <Button type="submit" pending={form.slow} aria-disabled={form.pending || undefined}>
            {m.staff_join()}
          </Button>
        </form>
      </AccountFrame>
    </div>
  )
}

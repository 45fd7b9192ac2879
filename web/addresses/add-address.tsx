import { ArrowLeft } from 'lucide-react'
import { type FormEvent, useEffect, useMemo } from 'react'
import { Link, type MetaFunction, useNavigate } from 'react-router'
import type { AddressInput } from '../../contract/entities.ts'
import { AccountFrame } from '../accounts/account-frame.tsx'
import { FormMessage } from '../accounts/form-message.tsx'
import { chooseAddress } from '../checkout/checkout-choice.ts'
import { m } from '../messages/messages.ts'
import { api } from '../session/api.ts'
import { useSession } from '../session/session.ts'
import { useSubmit } from '../session/use-submit.ts'
import { personalMeta } from '../shell/personal-meta.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/text-field.tsx'
import { toast } from '../ui/toast.tsx'
import { addressDraftOf, dropAddressDraft, keepAddressDraft } from './address-draft.ts'

const fieldNames = ['firstName', 'lastName', 'street', 'city', 'state', 'zipcode', 'country', 'phone'] as const
type FieldName = (typeof fieldNames)[number]

export const meta: MetaFunction = (page) => personalMeta(m.address_title(), '/add-address', page)

export default function AddAddressScreen() {
  const { status, user } = useSession()
  const navigate = useNavigate()
  const form = useSubmit()
  const userId = user?._id
  const draft = useMemo(() => (userId === undefined ? {} : addressDraftOf(userId)), [userId])

  useEffect(() => {
    if (status !== 'unknown' && !user) navigate('/cart', { replace: true })
  }, [status, user, navigate])

  async function save(event: FormEvent<HTMLFormElement>) {
    const reply = await form.sendTyped(event, async (typed) => {
      const address = Object.fromEntries(fieldNames.map((name) => [name, typed(name)])) as AddressInput
      const answer = await api.address.add({ address, userId })
      return answer.success || !answer.fields ? answer : { ...answer, fields: byInput(answer.fields) }
    })
    if (!reply) return
    dropAddressDraft()
    chooseAddress(reply.address._id)
    toast.success(reply.message)
    navigate('/cart')
  }

  const field = (name: FieldName) => ({
    name,
    defaultValue: draft[name],
    fault: form.fields[name],
    onInput: () => form.clearField(name),
    required: true,
  })

  return (
    <AccountFrame title={m.address_title()} text={m.address_intro()} waiting={!user} wide>
      <form
        method="post"
        onSubmit={save}
        onInput={({ currentTarget }) => userId && keepAddressDraft(userId, typedIn(currentTarget))}
        noValidate
        className="grid items-start gap-x-4 gap-y-5 sm:grid-cols-2"
      >
        <TextField {...field('firstName')} label={m.address_first_name()} autoComplete="given-name" />
        <TextField {...field('lastName')} label={m.address_last_name()} autoComplete="family-name" />
        <div className="sm:col-span-2">
          <TextField {...field('street')} label={m.address_street()} autoComplete="street-address" />
        </div>
        <TextField {...field('city')} label={m.address_city()} autoComplete="address-level2" />
        <TextField {...field('state')} label={m.address_state()} autoComplete="address-level1" />
        {/* Not a number input: it would drop the zeros that 01000 begins with. */}
        <TextField {...field('zipcode')} label={m.address_zipcode()} autoComplete="postal-code" inputMode="numeric" />
        <TextField {...field('country')} label={m.address_country()} autoComplete="country-name" />
        <div className="sm:col-span-2">
          <TextField {...field('phone')} type="tel" label={m.address_phone()} autoComplete="tel" />
        </div>
        <div className="grid gap-5 sm:col-span-2">
          <FormMessage>{form.message}</FormMessage>
          <Button type="submit" pending={form.slow} aria-disabled={form.pending}>
            {m.address_save()}
          </Button>
          <Link
            to="/cart"
            className="inline-flex min-h-11 items-center gap-2 justify-self-center font-medium text-leaf hover:underline"
          >
            <ArrowLeft className="size-5" aria-hidden />
            {m.address_back()}
          </Link>
        </div>
      </form>
    </AccountFrame>
  )
}

function typedIn(form: HTMLFormElement): Record<FieldName, string> {
  const typed = new FormData(form)
  return Object.fromEntries(fieldNames.map((name) => [name, String(typed.get(name))])) as Record<FieldName, string>
}

/** The shop names a field by its path in the call (`address.phone`); the form by its input. */
function byInput(fields: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([path, words]) => [path.replace(/^address\./, ''), words]))
}

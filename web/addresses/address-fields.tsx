import { limits } from '../../contract/values/limits.ts'
import { m } from '../messages/messages.ts'
import { Button } from '../ui/button.tsx'
import { FormMessage } from '../ui/form-message.tsx'
import { TextField } from '../ui/text-field.tsx'
import type { AddressDraft } from './address-form.ts'
import { AddressInputs, fieldProps, Suggestions } from './address-inputs.tsx'
import { OutsideNotice } from './outside-notice.tsx'
import { useAddressForm } from './use-address-form.ts'

type AddressFieldsProps = {
  userId: string
  /** The saved address that is edited; undefined for a new one. */
  addressId: string | undefined
  initial: Partial<AddressDraft>
}

/** The form of a shopper's address, with the shopper's label of it. */
export function AddressFields({ userId, addressId, initial }: AddressFieldsProps) {
  const address = useAddressForm({ userId, addressId, initial })
  const { form, choose } = address
  return (
    <form
      method="post"
      onSubmit={address.save}
      onInput={address.onInput}
      noValidate
      className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-4 gap-y-5 sm:grid-cols-2"
    >
      <AddressInputs inputs={address} initial={initial} isOwn outside={<OutsideNotice className="sm:col-span-2" />} />
      <div className="grid gap-2 sm:col-span-2">
        <TextField
          {...fieldProps(address, initial, 'label')}
          label={m.address_label()}
          maxLength={limits.addressLabel}
          autoComplete="off"
        />
        <Suggestions
          label={m.address_label()}
          words={[m.address_home(), m.address_work()]}
          onChoose={(button, label) => choose(button, 'label', label)}
        />
      </div>
      <div className="grid gap-5 sm:col-span-2">
        <div role="alert" className="empty:hidden">
          {form.message && <FormMessage>{form.message}</FormMessage>}
        </div>
        <Button type="submit" pending={form.slow} aria-disabled={form.pending}>
          {m.address_save()}
        </Button>
      </div>
    </form>
  )
}

import { useEffect, useRef, useState } from 'react'
import { Link, type MetaFunction, useLocation, useNavigate, useSearchParams } from 'react-router'
import type { Place } from '../../contract/entities/delivery.ts'
import { refusalMessage } from '../../contract/messages/refusals.ts'
import { useDestination } from '../cart/destination.ts'
import { api } from '../client/api.ts'
import { openLogin, useLoginRequest, useSession } from '../client/session.ts'
import { useRead } from '../client/use-read.ts'
import { getLocale, m } from '../messages/messages.ts'
import { shopCountry } from '../messages/shop-country.ts'
import { AccountFrame } from '../page/account-frame.tsx'
import { personalMeta } from '../page/personal-meta.ts'
import { placeName, provinceName } from '../page/place-name.ts'
import { shop } from '../shop.ts'
import { Button } from '../ui/button.tsx'
import { FormMessage } from '../ui/form-message.tsx'
import { ArrowLeft } from '../ui/icons.tsx'
import { toast } from '../ui/toast.ts'
import { addressDraftOf } from './address-draft.ts'
import { AddressFields } from './address-fields.tsx'
import { draftOf, newAddress } from './address-form.ts'

export const meta: MetaFunction = (page) => {
  const editing = new URLSearchParams(page.location.search).has('edit')
  return personalMeta(editing ? m.address_edit_title() : m.address_title(), '/add-address', page)
}

/** The form of a new address, or with `?edit=ID` of a saved one. */
export default function AddAddressScreen() {
  const { status, user: signedIn, expired } = useSession()
  const navigate = useNavigate()
  const { pathname, search, state } = useLocation()
  const { open: isLoginOpen, isLeft: isLoginLeft } = useLoginRequest()
  // A session that ends while the form is open doesn't close it: the login dialog opens over it.
  const [last, setLast] = useState(signedIn)
  if (signedIn && last !== signedIn) setLast(signedIn)
  const user = signedIn ?? (expired ? last : null)
  const loginOpened = useRef(false)
  const addressId = useSearchParams()[0].get('edit') ?? undefined
  const userId = user?._id
  const saved = useRead(userId, (signal) => api.address.get({ userId }, { signal }))
  const addresses = saved.data?.addresses
  const edited = addressId === undefined ? undefined : addresses?.find(({ _id }) => _id === addressId)
  const isGone = addressId !== undefined && addresses !== undefined && !edited && !saved.loading

  useEffect(() => {
    if (signedIn) loginOpened.current = false
    else if (status !== 'unknown' && !user) navigate('/cart', { replace: true })
    else if (user && !loginOpened.current) {
      loginOpened.current = true
      openLogin(pathname + search, [refusalMessage('not_signed_in', getLocale()), m.address_logged_out()])
    } else if (user && !isLoginOpen && !isLoginLeft) navigate('/cart', { replace: true })
  }, [status, signedIn, user, isLoginOpen, isLoginLeft, pathname, search, navigate])

  useEffect(() => {
    if (!isGone) return
    toast.error(refusalMessage('address_unknown', getLocale()))
    navigate('/cart', { replace: true })
  }, [isGone, navigate])

  const failed = saved.failure !== undefined && !saved.loading
  // A new address can be entered before the saved ones are loaded.
  const ready = edited !== undefined || (addressId === undefined && (addresses !== undefined || failed))
  const { place, address: chosen } = useDestination()
  const isFirst = shop.hasZones && !chosen && place
  const initial =
    user &&
    (edited
      ? draftOf(edited)
      : { ...newAddress(user, addresses?.[0], shopCountry()), ...(isFirst && draftOfPlace(place)) })
  return (
    <AccountFrame
      title={addressId === undefined ? m.address_title() : m.address_edit_title()}
      text={`${m.address_intro()} ${m.address_area({ area: deliveryArea() })}`}
      waiting={!user || !(ready || failed)}
      wide
    >
      {typeof state?.reason === 'string' && (
        <p role="status" className="mb-5 rounded-tile bg-leaf-soft px-4 py-3 font-semibold text-leaf-deep">
          {state.reason}
        </p>
      )}
      {user && ready ? (
        <AddressFields
          key={user._id}
          userId={user._id}
          addressId={addressId}
          initial={addressDraftOf({ userId: user._id, addressId }) ?? initial ?? {}}
        />
      ) : (
        <div className="grid gap-5">
          <FormMessage>{saved.failure}</FormMessage>
          <Button onClick={saved.reload}>{m.ui_try_again()}</Button>
        </div>
      )}
      <Link
        to="/cart"
        className="mx-auto mt-5 flex min-h-11 w-fit items-center gap-2 font-medium text-leaf hover:underline"
      >
        <ArrowLeft className="size-5" aria-hidden />
        {m.address_back()}
      </Link>
    </AccountFrame>
  )
}

/** Returns a place as the form's suggestions write it. */
const draftOfPlace = (place: Place) => ({
  zipcode: place.postcode,
  state: provinceName(place),
  city: placeName(place),
})

function deliveryArea(): string {
  return getLocale() === 'th' ? shop.deliveryAreaTh : shop.deliveryArea
}

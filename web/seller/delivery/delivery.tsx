import { useState } from 'react'
import type { MetaFunction } from 'react-router'
import { m } from '../../messages/messages.ts'
import { personalMeta } from '../../page/personal-meta.ts'
import { Asap } from './asap.tsx'
import { Hours } from './hours.tsx'
import { Zones } from './zones.tsx'

export const meta: MetaFunction = (page) => personalMeta(m.zones_screen(), '/seller/delivery', page)

/** Where the shop delivers for which fee, and when it is open. */
export default function DeliveryScreen() {
  const [isFormOpen, setFormOpen] = useState(false)
  return (
    <>
      <h1 tabIndex={-1} className="display-2 mb-4">
        {m.zones_screen()}
      </h1>
      <Zones onForm={setFormOpen} />
      {!isFormOpen && (
        <>
          <Hours />
          <Asap />
        </>
      )}
    </>
  )
}

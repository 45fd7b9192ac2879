import { useState } from 'react'
import { reloadShop } from '../../client/reload-shop.ts'
import { UnsavedGuard } from '../drafts/unsaved.tsx'
import { Asap } from './asap.tsx'
import { Hours } from './hours.tsx'
import { Promises } from './promises.tsx'
import { Unconfirmed } from './unconfirmed.tsx'
import { Zones } from './zones.tsx'

/**
 * Where the shop delivers for which fee, when it is open, and what it promises. While a zone is edited only that is
 * shown.
 */
export default function DeliverySections() {
  const [isFormOpen, setFormOpen] = useState(false)
  const [saves, setSaves] = useState(0)

  function saved(): Promise<void> {
    setSaves((count) => count + 1)
    // Other screens of this tab show zones and hours, such as those of the settings.
    return reloadShop()
  }

  return (
    <>
      <Zones onForm={setFormOpen} onSaved={saved} />
      {/* They keep what is typed while a zone's form is open. */}
      <div hidden={isFormOpen}>
        <Hours onSaved={saved} />
        <Asap saves={saves} />
        <Unconfirmed />
        <Promises />
      </div>
      <UnsavedGuard />
    </>
  )
}

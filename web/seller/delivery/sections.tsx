import { useState } from 'react'
import { UnsavedGuard } from '../area/unsaved.tsx'
import { Asap } from './asap.tsx'
import { Hours } from './hours.tsx'
import { Promises } from './promises.tsx'
import { Unconfirmed } from './unconfirmed.tsx'
import { Zones } from './zones.tsx'

/** Where the shop delivers for which fee, when it is open, and what it promises. While a zone is edited only that is shown. */
export default function Sections() {
  const [isFormOpen, setFormOpen] = useState(false)
  const [hoursSaved, setHoursSaved] = useState(0)
  return (
    <>
      <Zones onForm={setFormOpen} />
      {/* They keep what is typed while a zone's form is open. */}
      <div hidden={isFormOpen}>
        <Hours onSaved={() => setHoursSaved((count) => count + 1)} />
        <Asap hoursSaved={hoursSaved} />
        <Unconfirmed />
        <Promises />
      </div>
      <UnsavedGuard />
    </>
  )
}

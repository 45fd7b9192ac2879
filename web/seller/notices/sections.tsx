import { m } from '../../messages/messages.ts'
import { Card } from '../../ui/card.tsx'
import { useMay } from '../client/role.ts'
import { UnsavedGuard } from '../drafts/unsaved.tsx'
import { Devices } from './devices.tsx'
import { LineGroup } from './line-group.tsx'

/** The sections of the screen of notices. */
export default function NoticesSections() {
  const maySetLine = useMay('notice.saveLine')
  return (
    <div className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-8">
      <UnsavedGuard />
      <Devices />
      {maySetLine && <LineGroup />}
      <section>
        <h2 className="mb-3 font-bold text-xl">{m.notices_install()}</h2>
        <Card className="p-4 sm:p-6">
          <p>{m.notices_install_text()}</p>
        </Card>
      </section>
    </div>
  )
}

import { m } from '../../messages/messages.ts'
import { Card } from '../../ui/card.tsx'
import { Devices } from './devices.tsx'

/** The sections of the screen of notices. */
export default function Sections() {
  return (
    <div className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-8">
      <Devices />
      <section>
        <h2 className="mb-3 font-bold text-xl">{m.notices_install()}</h2>
        <Card className="p-4 sm:p-6">
          <p>{m.notices_install_text()}</p>
        </Card>
      </section>
    </div>
  )
}

import { m } from '../../messages/messages.ts'
import { SecondFactors } from './second-factors.tsx'

/** Instead of the seller's screens, where the owner requires a second factor and the account has none. */
export default function SetUpSecondFactor({ onDone }: { onDone: () => void }) {
  return (
    <div className="mx-auto grid max-w-2xl grid-cols-[minmax(0,1fr)] gap-4 px-4 py-6 sm:py-14">
      <h1 tabIndex={-1} className="display-2">
        {m.staff_must_title()}
      </h1>
      <p className="text-muted">{m.staff_must_text()}</p>
      <SecondFactors heading="h2" onSetUp={onDone} />
    </div>
  )
}

import type { SellerSlip } from '../../../contract/entities/payment.ts'
import { m } from '../../messages/messages.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { formatAmount } from '../../ui/price.tsx'

type PictureDialogProps = { slip: SellerSlip; open: boolean; onClose: () => void }

/** The picture of a slip, large, with the amount that it has to show. A press opens it in its full size. */
export function PictureDialog({ slip: { picture, orderNumber, amount }, open, onClose }: PictureDialogProps) {
  if (picture === null) return null
  const title = m.slips_picture_of({ number: orderNumber })
  return (
    <Dialog open={open} onClose={onClose} title={title}>
      <p className="figures mb-3 font-bold text-3xl leading-snug">{formatAmount(amount)}</p>
      <a href={picture} target="_blank" rel="noreferrer" className="block">
        <img src={picture} alt={title} className="w-full rounded-tile border border-line bg-white" />
      </a>
    </Dialog>
  )
}

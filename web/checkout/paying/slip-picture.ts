import type { RefusalCode } from '../../../contract/messages/refusals.ts'
import { slipLimits } from '../../../contract/payments/slip-limits.ts'

/** The accepted types. An iPhone converts its HEIC pictures to one of them. */
export const slipTypes: readonly string[] = ['image/jpeg', 'image/png', 'image/webp']

/** Returns the refusal that a file would get, before it is sent. The server checks its content too. */
export function slipPictureError({ type, size }: Pick<File, 'type' | 'size'>): RefusalCode | undefined {
  // Some apps hand over files without a type.
  if (type !== '' && !slipTypes.includes(type)) return 'slip_type'
  return size > slipLimits.bytes ? 'slip_too_large' : undefined
}

/**
 * Returns a copy in memory, which can still be sent after the file is gone: some phones delete it soon. Rejects if the
 * file can't be read.
 */
export async function copyInMemory(file: File): Promise<File> {
  return new File([await file.arrayBuffer()], file.name, { type: file.type })
}

import type { FastifyReply } from 'fastify'
import { refuse } from '../common/refusal.ts'
import { typeOfPicture } from './picture-headers.ts'
import type { PictureStore } from './store.ts'

/** Replies with a private picture, which isn't cached. Throws `not_found` without a name or if it was deleted. */
export async function replyWithPrivatePicture(
  reply: FastifyReply,
  store: PictureStore,
  name: string | null | undefined,
): Promise<FastifyReply> {
  const bytes = name ? await store.read(name) : undefined
  if (!name || !bytes) return refuse('not_found')
  return reply
    .header('cache-control', 'private, no-store')
    .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
    .type(typeOfPicture(name))
    .send(bytes)
}

import type { SellerProduct } from '../../../../contract/entities/product.ts'
import { tabStorage } from '../../../client/browser-storage.ts'
import { sellerKey } from '../../client/seller-key.ts'
import { draftFields, draftOf, type MergedDraft, mergedDraft, type ProductDraft } from './product-draft.ts'
import { type ChosenPicture, productPicture } from './use-pictures.ts'

/*
 * Unsaved input of product forms, by seller. It is held in memory, so it survives an expired session and other screens;
 * its text is in sessionStorage too, so it also survives a reload.
 */

export type StoredDraft = {
  draft: ProductDraft
  /** By slot; undefined after a reload, since files can't be stored. */
  pictures: readonly (ChosenPicture | undefined)[] | undefined
  /** The `updatedAt` of the product that was edited. */
  seenAt?: string
  /** The product at that time: different fields were typed. Undefined for a new product. */
  before?: ProductDraft
  /** The URLs of its pictures at that time; undefined after a reload. */
  beforePictures?: readonly string[]
  /** The Idempotency-Key of a new product that was sent without a reply. */
  idempotencyKey?: string
  /** The key of the navigation that opened the copy which was edited. */
  copyKey?: string
  /** Whether pictures were chosen that a reload has lost. */
  lostPictures?: boolean
  /** The result of merging, if another person had changed the product too. */
  merged?: MergedDraft
}

/**
 * Returns a stored draft for the current product: if another person has changed it since, only the typed fields replace
 * its own. Undefined if no change is left to save.
 */
export function rebased(stored: StoredDraft, product: SellerProduct): StoredDraft | undefined {
  const { before, pictures, beforePictures = [], seenAt } = stored
  if (!before || seenAt === product.updatedAt) return stored
  const current = draftOf(product)
  const merged = mergedDraft(before, stored.draft, current)
  const ownPictures = pictures?.some((each, index) => each?.file || each?.url !== beforePictures[index])
    ? pictures
    : undefined
  if (!ownPictures && draftFields.every((name) => merged.draft[name] === current[name])) return undefined
  return {
    draft: merged.draft,
    pictures: ownPictures ?? product.image.map(productPicture),
    seenAt: product.updatedAt,
    before: current,
    beforePictures: product.image,
    merged,
  }
}

/** A product as initial values of a new one, and the key of the navigation that opened it. */
export type Copy = { key: string; draft: ProductDraft }

/**
 * Returns where the draft of a form is stored. A copy is beside the unfinished new product, not instead of it; the
 * plain form continues the latter first.
 */
export function draftKey(product: Pick<SellerProduct, '_id'> | undefined, copy: Copy | undefined): string {
  if (product) return product._id
  return copy || (!findDraft('new') && findDraft('copy')) ? 'copy' : 'new'
}

/** Returns the draft under a key; of a copy only if it is of the same copy. */
export function openDraft(key: string, product: SellerProduct | undefined, copy?: Copy): StoredDraft | undefined {
  const stored = findDraft(key)
  if (!stored || (copy && stored.copyKey !== copy.key)) return undefined
  if (!product) return stored
  const opened = rebased(stored, product)
  if (!opened) deleteDraft(key)
  return opened
}

const drafts = new Map<string, StoredDraft>()
const storageKey = (of: string) => `talad.seller.draft.${sellerKey(of)}`

/** Returns the signed-in seller's draft of a product's id, of `new` or `copy`. */
export function findDraft(of: string): StoredDraft | undefined {
  return drafts.get(sellerKey(of)) ?? parseDraft(tabStorage.read(storageKey(of)))
}

/** Stores the signed-in seller's draft of a product's id, of `new` or `copy`. */
export function storeDraft(of: string, stored: StoredDraft): void {
  drafts.set(sellerKey(of), stored)
  const { draft, pictures, beforePictures: _, merged: __, ...kept } = stored
  const lostPictures = kept.lostPictures || pictures?.some((each) => each?.file)
  tabStorage.write(storageKey(of), JSON.stringify({ typed: draft, ...kept, lostPictures }))
}

/** Deletes the signed-in seller's draft of a product's id, of `new` or `copy`. */
export function deleteDraft(of: string): void {
  drafts.delete(sellerKey(of))
  tabStorage.write(storageKey(of), null)
}

/** Parses a draft, which another version of the page may have written. */
export function parseDraft(text: string | null): StoredDraft | undefined {
  if (text === null) return undefined
  try {
    const fields = JSON.parse(text) as Record<string, unknown>
    const draft = fieldsOf(fields.typed)
    if (!draft) return undefined
    const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined)
    return {
      draft,
      pictures: undefined,
      seenAt: textOf(fields.seenAt),
      before: fieldsOf(fields.before),
      idempotencyKey: textOf(fields.idempotencyKey),
      copyKey: textOf(fields.copyKey),
      lostPictures: fields.lostPictures === true,
    }
  } catch {
    return undefined
  }
}

function fieldsOf(stored: unknown): ProductDraft | undefined {
  if (typeof stored !== 'object' || stored === null) return undefined
  const fields = stored as Record<string, unknown>
  const words = draftFields.map((name) => [name, typeof fields[name] === 'string' ? fields[name] : ''])
  return Object.fromEntries(words) as ProductDraft
}

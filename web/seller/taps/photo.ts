import { riderLimits } from '../../../contract/delivery/rider-limits.ts'

/*
 * Photos of deliveries: made small on the phone, and kept there until they are sent.
 */

/**
 * Returns a photo as a JPEG of at most `riderLimits.photoSide` pixels on each side: a tenth of what the camera wrote,
 * so that it passes a weak connection. Drawing it drops where it was taken. A picture that this browser can't read is
 * returned as it is.
 */
export async function smallPhoto(file: File): Promise<Blob> {
  try {
    const picture = await createImageBitmap(file)
    const scale = Math.min(1, riderLimits.photoSide / Math.max(picture.width, picture.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round(picture.width * scale))
    canvas.height = Math.max(1, Math.round(picture.height * scale))
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
    picture.close()
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.75))
    return blob ?? file
  } catch {
    return file
  }
}

/** Photos of this page, if the browser forbids its database. */
const inMemory = new Map<string, Blob>()

function withPhotos<T>(mode: IDBTransactionMode, use: (photos: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    // Phones keep photos under this name, so it stays.
    const opening = indexedDB.open('talad-round', 1)
    opening.onupgradeneeded = () => opening.result.createObjectStore('photos')
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => {
      const database = opening.result
      const transaction = database.transaction('photos', mode)
      const request = use(transaction.objectStore('photos'))
      transaction.oncomplete = () => {
        database.close()
        resolve(request.result)
      }
      transaction.onabort = () => {
        database.close()
        reject(transaction.error)
      }
    }
  })
}

/** Keeps a tap's photo on the phone. */
export async function keepPhoto(tap: string, photo: Blob): Promise<void> {
  inMemory.set(tap, photo)
  await withPhotos('readwrite', (photos) => photos.put(photo, tap)).catch(() => {})
}

/** Returns a tap's photo; undefined if the phone has deleted it. */
export async function findPhoto(tap: string): Promise<Blob | undefined> {
  const kept = await withPhotos('readonly', (photos) => photos.get(tap) as IDBRequest<Blob | undefined>).catch(
    () => undefined,
  )
  return kept ?? inMemory.get(tap)
}

/** Deletes a tap's photo. */
export async function forgetPhoto(tap: string): Promise<void> {
  inMemory.delete(tap)
  await withPhotos('readwrite', (photos) => photos.delete(tap)).catch(() => {})
}

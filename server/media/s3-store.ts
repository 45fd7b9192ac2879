import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  type S3ClientConfig,
} from '@aws-sdk/client-s3'
import { isPictureName } from '../../contract/pictures.ts'
import type { BucketSettings } from '../start/config.ts'
import { cachedForGood, typeOfPicture } from './picture-headers.ts'
import type { PictureStore } from './store.ts'

/** Milliseconds after which the bucket's server is given up, for each of two tries. */
const patience = { connect: 5000, answer: 10_000 }

/** A picture that was put within this many milliseconds is young enough that nobody removes it. */
const youngFor = 12 * 3600_000

/** The bucket is away, refuses the shop, or is slow. The edge answers 503: the picture may well exist. */
export class BucketError extends Error {
  readonly statusCode = 503

  /** Its words alone are kept: what the library throws holds the request, keys and all. */
  constructor(cause: unknown) {
    super(`the bucket of pictures: ${(cause as Error).name}: ${(cause as Error).message}`)
  }
}

/**
 * Pictures as objects of a bucket, of Amazon S3 or anything that speaks its protocol. The keys that the shop is given
 * need to read, write, delete and list; without the right to list, the server calls a missing object forbidden. What the
 * bucket's server does wrong throws BucketError, and `warn` hears of it.
 */
export function s3Store(
  settings: BucketSettings,
  options: { warn: (message: string) => void; patience?: typeof patience; pageSize?: number },
): PictureStore & { close(): void } {
  const { connect, answer } = options.patience ?? patience
  const MaxKeys = options.pageSize ?? 1000
  const client = new S3Client({
    region: settings.region,
    credentials: { accessKeyId: settings.accessKey, secretAccessKey: settings.secretKey },
    ...(settings.endpoint === undefined ? {} : endpointOf(settings.endpoint)),
    // Other servers know few of the checksums that Amazon's takes; TLS and the signature cover the bytes already.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 2,
    requestHandler: {
      connectionTimeout: connect,
      requestTimeout: answer,
      throwOnRequestTimeout: true,
      socketTimeout: answer,
      httpAgent: { maxSockets: 32 },
      httpsAgent: { maxSockets: 32 },
    },
  })
  const Bucket = settings.bucket

  async function asked<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      const failure = new BucketError(error)
      options.warn(failure.message)
      throw failure
    }
  }

  /** When an object was last put; nothing for one that isn't there. */
  const timeOf = (Key: string) =>
    asked(() => unlessMissing(client.send(new HeadObjectCommand({ Bucket, Key })).then((head) => head.LastModified)))

  return {
    async exists(name) {
      return isPictureName(name) && (await timeOf(name)) !== undefined
    },
    async put(name, bytes) {
      if (!isPictureName(name)) throw new RangeError(`not a picture's name: ${name}`)
      const time = await timeOf(name)
      if (time && Date.now() - time.getTime() < youngFor) return
      await asked(() =>
        client.send(
          new PutObjectCommand({
            Bucket,
            Key: name,
            Body: bytes,
            ContentLength: bytes.length,
            ContentType: typeOfPicture(name),
            CacheControl: cachedForGood,
          }),
        ),
      )
    },
    async read(name) {
      if (!isPictureName(name)) return undefined
      return asked(() =>
        unlessMissing(
          client
            .send(new GetObjectCommand({ Bucket, Key: name }), { abortSignal: AbortSignal.timeout(2 * answer) })
            .then(async ({ Body }) => Body && Buffer.from(await Body.transformToByteArray())),
        ),
      )
    },
    async *list() {
      for (let ContinuationToken: string | undefined; ; ) {
        const page = await asked(() => client.send(new ListObjectsV2Command({ Bucket, ContinuationToken, MaxKeys })))
        for (const { Key } of page.Contents ?? []) if (Key !== undefined && isPictureName(Key)) yield Key
        ContinuationToken = page.NextContinuationToken
        if (ContinuationToken === undefined) return
      }
    },
    async removeOlder(name, moment) {
      if (!isPictureName(name)) return false
      const time = await timeOf(name)
      if (!time || time >= moment) return false
      await asked(() => client.send(new DeleteObjectCommand({ Bucket, Key: name })))
      return true
    },
    // An object is there whole or not at all.
    removeDrafts: async () => 0,
    close: () => client.destroy(),
  }
}

/** Only Amazon's servers are found by the bucket's name; others mostly have one name for all buckets. */
function endpointOf(endpoint: string): S3ClientConfig {
  return { endpoint, forcePathStyle: !new URL(endpoint).hostname.endsWith('.amazonaws.com') }
}

/** A bucket that is missing is another matter: its objects may be anywhere. */
async function unlessMissing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    const { name, $metadata } = error as { name?: string; $metadata?: { httpStatusCode?: number } }
    if ($metadata?.httpStatusCode === 404 && name !== 'NoSuchBucket') return undefined
    throw error
  }
}

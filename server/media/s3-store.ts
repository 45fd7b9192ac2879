import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  type S3ClientConfig,
} from '@aws-sdk/client-s3'
import { isPictureName } from '../../contract/catalog/pictures.ts'
import type { BucketSettings } from '../start/config.ts'
import { immutableCacheControl, typeOfPicture } from './picture-headers.ts'
import { ownerName, type PictureStore } from './store.ts'

/** Timeouts of each of two tries, in milliseconds. */
const defaultTimeouts = { connect: 5000, response: 10_000 }

/** A picture that was put within this many milliseconds needn't be put again: none of that age is deleted as unused. */
const freshMilliseconds = 12 * 3600_000

/** The bucket is unreachable, slow, or refuses the request. Becomes a 503: the picture may well exist. */
export class BucketError extends Error {
  readonly statusCode = 503

  /** Takes only the cause's message: the library's errors contain the request with its keys. */
  constructor(cause: unknown) {
    const { name, message, $metadata } = cause as Error & { $metadata?: { httpStatusCode?: number } }
    // Of a reply without a body the library knows no more than the status.
    const status = $metadata?.httpStatusCode === undefined ? '' : ` (HTTP ${$metadata.httpStatusCode})`
    super(`the bucket of pictures: ${name}: ${message}${status}`)
  }
}

type Options = {
  warn: (message: string) => void
  timeouts?: typeof defaultTimeouts
  pageSize?: number
  privateFolder?: string
}

/**
 * Returns a store of pictures in a bucket of Amazon S3 or a server with its API. A `privateFolder` keeps its pictures
 * apart from all others, and tells caches not to store them. The shop's keys need the rights to read, write, delete and
 * list: without the right to list, the server replies that a missing object is forbidden. Throws BucketError, and calls
 * `warn` with its message, if a request fails.
 *
 * `removeOlder` isn't atomic, as not all buckets know conditional deletes: a picture that is put again then is lost.
 */
export function s3Store(settings: BucketSettings, options: Options): PictureStore & { close(): void } {
  const bucket = openBucket(settings, options)
  return {
    async exists(name) {
      return isPictureName(name) && (await bucket.timeOf(name)) !== undefined
    },
    async put(name, bytes) {
      if (!isPictureName(name)) throw new RangeError(`not a picture's name: ${name}`)
      const time = await bucket.timeOf(name)
      if (time && Date.now() - time.getTime() < freshMilliseconds) return
      await bucket.put(name, bytes, typeOfPicture(name))
    },
    async read(name) {
      return isPictureName(name) ? bucket.read(name) : undefined
    },
    async *list() {
      for (let token: string | undefined; ; ) {
        const page = await bucket.list(token)
        yield* page.names.filter(isPictureName)
        token = page.next
        if (token === undefined) return
      }
    },
    async claim(id) {
      const owner = (await bucket.read(ownerName))?.toString()
      if (owner) return owner
      await bucket.put(ownerName, Buffer.from(id), 'text/plain')
      return id
    },
    async removeOlder(name, moment) {
      if (!isPictureName(name)) return false
      const time = await bucket.timeOf(name)
      if (!time || time >= moment) return false
      await bucket.remove(name)
      return true
    },
    // Objects are put atomically, so there are no unfinished ones.
    removeUnfinished: async () => 0,
    close: bucket.close,
  }
}

/** Returns the requests to a bucket, or to one folder of it, by the names of objects. */
function openBucket(settings: BucketSettings, options: Options) {
  const { warn, timeouts = defaultTimeouts, pageSize = 1000, privateFolder } = options
  const client = clientOf(settings, timeouts)
  const Bucket = settings.bucket
  const Prefix = privateFolder ? `${privateFolder}/` : ''
  const keyOf = (name: string) => ({ Bucket, Key: Prefix + name })

  async function request<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      const failure = new BucketError(error)
      warn(failure.message)
      throw failure
    }
  }

  return {
    /** Returns when an object was last put; undefined if it doesn't exist. */
    timeOf: (name: string) =>
      request(async () => (await unlessMissing(client.send(new HeadObjectCommand(keyOf(name)))))?.LastModified),
    put: (name: string, bytes: Buffer, type: string) =>
      request(() =>
        client.send(
          new PutObjectCommand({
            ...keyOf(name),
            Body: bytes,
            ContentLength: bytes.length,
            ContentType: type,
            CacheControl: privateFolder ? 'private, no-store' : immutableCacheControl,
          }),
        ),
      ),
    /** Returns the bytes of an object; undefined if it doesn't exist. */
    read: (name: string) =>
      request(async () => {
        const abortSignal = AbortSignal.timeout(2 * timeouts.response)
        const found = await unlessMissing(client.send(new GetObjectCommand(keyOf(name)), { abortSignal }))
        return found?.Body && Buffer.from(await found.Body.transformToByteArray())
      }),
    /** Returns a page of names, and the token of the next one; `token` is undefined for the first. */
    list: (token: string | undefined) =>
      request(async () => {
        const page = { Bucket, Prefix, MaxKeys: pageSize, ContinuationToken: token }
        const { Contents = [], NextContinuationToken } = await client.send(new ListObjectsV2Command(page))
        return { names: Contents.flatMap(({ Key }) => Key?.slice(Prefix.length) ?? []), next: NextContinuationToken }
      }),
    remove: (name: string) => request(() => client.send(new DeleteObjectCommand(keyOf(name)))),
    close: () => client.destroy(),
  }
}

function clientOf(settings: BucketSettings, { connect, response }: typeof defaultTimeouts): S3Client {
  return new S3Client({
    region: settings.region,
    credentials: { accessKeyId: settings.accessKey, secretAccessKey: settings.secretKey },
    ...(settings.endpoint === undefined ? {} : endpointOf(settings.endpoint)),
    // Other servers support few of Amazon's checksums; TLS and the signature protect the bytes already.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 2,
    requestHandler: {
      connectionTimeout: connect,
      requestTimeout: response,
      throwOnRequestTimeout: true,
      socketTimeout: response,
      httpAgent: { maxSockets: 32 },
      httpsAgent: { maxSockets: 32 },
    },
  })
}

/** Amazon's servers have the bucket in the host name; most others have it in the path. */
function endpointOf(endpoint: string): S3ClientConfig {
  return { endpoint, forcePathStyle: !new URL(endpoint).hostname.endsWith('.amazonaws.com') }
}

/** Resolves to undefined for a missing object. A missing bucket is an error: its objects may exist elsewhere. */
async function unlessMissing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    const { name, $metadata } = error as { name?: string; $metadata?: { httpStatusCode?: number } }
    if ($metadata?.httpStatusCode === 404 && name !== 'NoSuchBucket') return undefined
    throw error
  }
}

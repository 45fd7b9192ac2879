import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

const bucket = 'talad-pictures'
const region = 'us-east-1'
const accessKey = 'TALADTESTKEY'
const secretKey = 'talad-test-secret'

type StoredObject = { bytes: Buffer; time: Date; headers: Record<string, string> }
type SignedRequest = { method: string; url: string; headers: IncomingMessage['headers'] }

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex')

/**
 * A server with the part of S3's API that the picture store uses: PUT, GET, HEAD and DELETE of an object, and
 * ListObjectsV2 with pages. It has one bucket in memory and refuses requests without a valid signature.
 */
export async function s3Server() {
  const objects = new Map<string, StoredObject>()
  const server = createServer(async (request, response) => {
    const bytes = await buffer(request)
    const url = new URL(request.url ?? '/', 'http://localhost')
    const [, bucketName, ...names] = url.pathname.split('/').map(decodeURIComponent)
    const key = names.join('/')
    if (!isSigned(request, bytes)) return refuse(response, 403, 'SignatureDoesNotMatch')
    if (bucketName !== bucket) return refuse(response, 404, 'NoSuchBucket')
    if (key === '' && url.searchParams.get('list-type') === '2') return void response.end(list(objects, url))
    if (request.method === 'PUT') {
      const { 'content-type': type = '', 'cache-control': cache = '' } = request.headers
      objects.set(key, { bytes, time: new Date(), headers: { 'content-type': type, 'cache-control': cache } })
      return void response.setHeader('etag', `"${sha256(bytes)}"`).end()
    }
    if (request.method === 'DELETE') {
      objects.delete(key)
      return void response.writeHead(204).end()
    }
    const object = objects.get(key)
    if (!object) return refuse(response, 404, 'NoSuchKey')
    response.writeHead(200, {
      ...object.headers,
      'content-length': object.bytes.length,
      'last-modified': object.time.toUTCString(),
    })
    response.end(request.method === 'HEAD' ? undefined : object.bytes)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    settings: { bucket, endpoint: `http://127.0.0.1:${port}`, region, accessKey, secretKey },
    /** Sets the time at which an object was put. */
    setTime(key: string, time: Date) {
      const object = objects.get(key)
      if (!object) throw new Error(`no object ${key}`)
      object.time = time
    },
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

function refuse(response: ServerResponse, status: number, code: string) {
  response.writeHead(status, { 'content-type': 'application/xml' })
  response.end(`<Error><Code>${code}</Code><Message>${code}</Message></Error>`)
}

/** Returns a page of names in order; the token of the next page is the last name of this one. */
function list(objects: ReadonlyMap<string, StoredObject>, { searchParams }: URL): string {
  const after = searchParams.get('continuation-token') ?? ''
  const size = Number(searchParams.get('max-keys') ?? 1000)
  const prefix = searchParams.get('prefix') ?? ''
  const names = [...objects.keys()].filter((name) => name > after && name.startsWith(prefix)).sort()
  const page = names.slice(0, size)
  const next = names.length > size ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
  const contents = page.map((name) => `<Contents><Key>${name}</Key></Contents>`).join('')
  return `<ListBucketResult><IsTruncated>${next !== ''}</IsTruncated>${contents}${next}</ListBucketResult>`
}

/** Returns whether a request is signed with this server's key, for the body that it has. */
function isSigned({ method = '', url = '', headers }: IncomingMessage, body: Buffer): boolean {
  const { authorization = '', 'x-amz-content-sha256': hash } = headers
  return hash === sha256(body) && authorization === authorizationOf({ method, url, headers }, accessKey, secretKey)
}

/**
 * Returns the Authorization header that a request needs under AWS Signature Version 4. The signed headers, the day and
 * the region are taken from the request's own header:
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
 */
export function authorizationOf({ method, url, headers }: SignedRequest, key: string, secret: string): string {
  const [, scope = '', signedHeaders = ''] =
    /Credential=[^/]+\/([^,]+), ?SignedHeaders=([^,]+)/.exec(headers.authorization ?? '') ?? []
  const [path, query = ''] = url.split('?')
  const lines = signedHeaders.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`)
  const canonical = [
    method,
    path,
    query.split('&').sort().join('&'),
    lines.join(''),
    signedHeaders,
    headers['x-amz-content-sha256'],
  ]
  const toSign = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(canonical.join('\n'))].join('\n')
  const hmac = (by: string | Buffer, text: string) => createHmac('sha256', by).update(text).digest()
  const signature = hmac(scope.split('/').reduce<string | Buffer>(hmac, `AWS4${secret}`), toSign)
  return `AWS4-HMAC-SHA256 Credential=${key}/${scope}, SignedHeaders=${signedHeaders}, Signature=${signature.toString('hex')}`
}

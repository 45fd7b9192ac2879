import * as z from 'zod'
import type { Form } from '../../../contract/calls/call.ts'
import { reportQuery } from '../../../contract/calls/report.ts'
import { everyCall } from '../../../contract/calls.ts'
import { documentOfOrderPath, documentPath, documentReportPath } from '../../../contract/orders/documents.ts'
import { slipPicturePath, streams } from '../../../contract/paths/call-paths.ts'
import { reportCsvPath } from '../../../contract/reports/report.ts'
import type { ShopConfig } from '../../../contract/settings/shop.ts'
import { limits } from '../../../contract/values/limits.ts'
import { escapeHtml } from '../../common/html.ts'
import { deliveryPhotoPath } from '../../domain/delivery-photo.ts'
import type { App } from './calls.ts'

/*
 * The API reference, rendered from the contract's table: HTML at /api/docs and OpenAPI at /api/docs/openapi.json. Not
 * in production.
 */

const path = '/api/docs'
const documentedCalls: readonly DocumentedCall[] = everyCall()

type DocumentedCall = {
  /** Such as `order.cod`. */
  name: string
  method: string
  url: string
  access: string
  form: Form | undefined
  takesKey: boolean
  success: z.ZodType
  schema: {
    summary: string
    tags: string[]
    body?: z.ZodType
    querystring?: z.ZodType
    response: Record<string, z.ZodType>
  }
}

/** A file or an event stream. It isn't a call, as its response isn't JSON. Its method is GET. */
type DocumentedFile = {
  url: string
  summary: string
  access: ('shopper' | 'seller')[]
  query?: z.ZodType
  type: string
}

const month = z.string().regex(/^2[0-9]{3}-(0[1-9]|1[0-2])$/)
const paper = z.enum(['a4', 'receipt']).optional()
const eventsText = 'Server-sent events: `orders` when orders are new or changed'
const files: readonly DocumentedFile[] = [
  { url: streams.shopper, summary: `${eventsText}, of the shopper`, access: ['shopper'], type: 'text/event-stream' },
  { url: streams.seller, summary: `${eventsText}, of the shop`, access: ['seller'], type: 'text/event-stream' },
  {
    url: slipPicturePath,
    summary: 'The picture of a slip',
    access: ['seller'],
    query: z.object({ id: z.string() }),
    type: 'image/*',
  },
  {
    url: deliveryPhotoPath,
    summary: 'The photo of a delivery, by its order',
    access: ['shopper', 'seller'],
    query: z.object({ order: z.string() }),
    type: 'image/*',
  },
  { url: reportCsvPath, summary: 'Sales as CSV', access: ['seller'], query: reportQuery, type: 'text/csv' },
  {
    url: documentPath('{id}'),
    summary: 'A receipt, tax invoice or credit note to print',
    access: ['shopper', 'seller'],
    query: z.object({ paper }),
    type: 'text/html',
  },
  {
    url: documentOfOrderPath('{id}'),
    summary: 'Leads to the newest document of an order, or to the orders if it has none',
    access: ['shopper', 'seller'],
    type: 'text/html',
  },
  {
    url: documentReportPath,
    summary: 'The documents of a month to print; without one, of this month',
    access: ['seller'],
    query: z.object({ month: month.optional() }),
    type: 'text/html',
  },
  {
    url: `${documentReportPath}.csv`,
    summary: 'The documents of a month as CSV',
    access: ['seller'],
    query: z.object({ month }),
    type: 'text/csv',
  },
]

/** Serves the reference of the API, as a page at /api/docs and as an OpenAPI document. */
export function apiReference(app: App, shop: Pick<ShopConfig, 'name'>): void {
  app.get(`${path}/openapi.json`, async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(JSON.stringify(openApi(shop.name))),
  )
  app.get(path, async (_request, reply) =>
    reply
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'")
      .type('text/html; charset=utf-8')
      .send(page(shop.name)),
  )
}

// Types without a JSON Schema, such as a form's file, become `{}`, which accepts anything.
const jsonSchema = (schema: z.ZodType, io: 'input' | 'output') => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}

function openApi(shopName: string) {
  const paths: Record<string, Record<string, object>> = {}
  for (const { name, method, url, access, form, takesKey, schema } of documentedCalls) {
    const body = schema.body && jsonSchema(schema.body, 'input')
    const responses = Object.entries(schema.response).map(([status, schemaOfStatus]) => [
      status.toUpperCase(),
      {
        description: status === '200' ? 'Reply' : 'Refusal',
        content: { 'application/json': { schema: jsonSchema(schemaOfStatus, 'output') } },
      },
    ])
    paths[url] ??= {}
    paths[url][method.toLowerCase()] = {
      operationId: name.replace('.', '_'),
      summary: schema.summary,
      tags: schema.tags,
      security: access === 'anyone' ? [] : [{ [access]: [] }],
      parameters: [...queryParameters(schema.querystring), ...(takesKey ? [keyParameter] : [])],
      ...(form && {
        requestBody: { required: true, content: { 'multipart/form-data': { schema: formSchema(form) } } },
      }),
      ...(body && { requestBody: { required: true, content: { 'application/json': { schema: body } } } }),
      responses: Object.fromEntries(responses),
    }
  }
  for (const { url, summary, access, query, type } of files)
    paths[url] = {
      get: {
        summary,
        tags: ['files'],
        security: access.map((each) => ({ [each]: [] })),
        parameters: [...pathParameters(url), ...queryParameters(query)],
        responses: {
          200: { description: 'Reply', content: { [type]: { schema: { type: 'string' } } } },
          '4XX': { description: 'Refusal, or a redirection without a session' },
        },
      },
    }
  return {
    openapi: '3.1.0',
    info: { title: `${shopName}: calls`, version: '1' },
    paths,
    components: { securitySchemes },
  }
}

/** Behind HTTPS the names of the cookies begin with `__Host-`. */
const securitySchemes = {
  shopper: {
    type: 'apiKey',
    in: 'cookie',
    name: 'talad_shopper',
    description: 'Set by POST /api/user/login and /api/user/register; with HTTPS it is __Host-talad_shopper.',
  },
  seller: {
    type: 'apiKey',
    in: 'cookie',
    name: 'talad_seller',
    description: 'Set by POST /api/seller/login; with HTTPS it is __Host-talad_seller.',
  },
}

const keyText =
  'A text of your own, such as a UUID, one for each order, address, product or refund. A request that is repeated with the same key, as after a lost reply, has the effect of one'

const keyParameter = {
  in: 'header',
  name: 'Idempotency-Key',
  required: false,
  description: keyText,
  schema: { type: 'string', minLength: 1, maxLength: limits.idempotencyKey },
}

function queryParameters(query: z.ZodType | undefined): object[] {
  const { properties = {}, required = [] } = query ? jsonSchema(query, 'input') : {}
  return Object.entries(properties).map(([name, schema]) => ({
    in: 'query',
    name,
    required: required.includes(name),
    schema,
  }))
}

const pathParameters = (url: string): object[] =>
  url.includes('{id}') ? [{ in: 'path', name: 'id', required: true, schema: { type: 'string' } }] : []

const picture = { type: 'string', format: 'binary' }
const formFields = { text: { type: 'string' }, picture, pictures: { type: 'array', items: picture } }

function formSchema(form: Form): object {
  const fields = Object.entries(form).map(([name, field]) => ({
    name: name.replace('?', ''),
    isRequired: !name.endsWith('?'),
    schema:
      typeof field === 'string'
        ? formFields[field]
        : { type: 'string', contentMediaType: 'application/json', contentSchema: jsonSchema(field, 'input') },
  }))
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map(({ name, schema }) => [name, schema])),
    required: fields.filter(({ isRequired }) => isRequired).map(({ name }) => name),
  }
}

const who: Record<string, string> = { anyone: 'anyone', shopper: 'a shopper', seller: 'a seller' }

function page(shopName: string): string {
  const details = (title: string, schema: object) =>
    `<details><summary>${title}</summary><pre>${escapeHtml(JSON.stringify(schema, null, 2))}</pre></details>`
  const part = (title: string, schema: z.ZodType | undefined, io: 'input' | 'output') =>
    schema && details(title, jsonSchema(schema, io))
  const list = documentedCalls.map(({ method, url, access, form, takesKey, success, schema }) =>
    [
      `<article id="${escapeHtml(`${method}${url}`)}"><h2><code>${method} ${escapeHtml(url)}</code></h2>`,
      `<p>${escapeHtml(schema.summary)}. <span>For ${who[access]}.</span></p>`,
      part('Query', schema.querystring, 'input'),
      part('Body', schema.body, 'input'),
      form && details('Body, as <code>multipart/form-data</code>', formSchema(form)),
      takesKey && `<p>Header: <code>Idempotency-Key</code>. ${keyText}.</p>`,
      part('Reply', success, 'output'),
      '</article>',
    ]
      .filter(Boolean)
      .join('\n'),
  )
  const others = files.map(({ url, summary, access, query, type }) =>
    [
      `<article><h2><code>GET ${escapeHtml(url)}</code></h2>`,
      `<p>${escapeHtml(summary)}, <code>${type}</code>. <span>For ${access.map((each) => who[each]).join(' or ')}.</span></p>`,
      part('Query', query, 'input'),
      '</article>',
    ]
      .filter(Boolean)
      .join('\n'),
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(shopName)}: calls</title><style>
:root{color-scheme:light}body{margin:0 auto;max-width:860px;padding:32px 16px;background:#fbfaf6;color:#15241b;font:16px/1.6 system-ui,sans-serif}
article{background:#fff;border:1px solid #e9e6dc;border-radius:20px;padding:20px;margin:16px 0}
h2{font-size:18px;margin:0;overflow-wrap:anywhere}p{margin:4px 0}span{color:#5d6a61}a{color:#1e7a42}
summary{min-height:44px;line-height:44px;cursor:pointer}pre{overflow:auto;font-size:14px;margin:0}
</style></head><body><main><h1>${escapeHtml(shopName)}: calls</h1>
<p>The same for programs, in the format of OpenAPI 3.1: <a href="${path}/openapi.json">openapi.json</a>. A call that refuses
answers <code>{ "success": false, "code", "message" }</code>. Signing in sets the cookie of the session.</p>
${list.join('\n')}
<h2>Streams and files</h2>
${others.join('\n')}
</main></body></html>`
}

import * as z from 'zod'
import { calls } from '../../contract/calls.ts'
import type { ShopConfig } from '../../contract/settings/shop.ts'
import { escapeHtml } from '../common/html.ts'
import type { App } from './calls.ts'

/*
 * The API reference, rendered from the contract's table: HTML at /api/docs and OpenAPI at /api/docs/openapi.json. Not
 * in production.
 */

const path = '/api/docs'
const documentedCalls = Object.values(calls).flatMap((group): DocumentedCall[] => Object.values(group))

type DocumentedCall = {
  method: string
  url: string
  access: string
  multipart: boolean
  success: z.ZodType
  schema: {
    summary: string
    tags: string[]
    body?: z.ZodType
    querystring?: z.ZodType
    response: Record<string, z.ZodType>
  }
}

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
  for (const { method, url, multipart, schema } of documentedCalls) {
    const { properties = {}, required = [] } = schema.querystring ? jsonSchema(schema.querystring, 'input') : {}
    const parameters = Object.entries(properties).map(([name, parameter]) => ({
      in: 'query',
      name,
      required: required.includes(name),
      schema: parameter,
    }))
    // Parts of a multipart form are read as a stream, so they have no schema.
    const body = multipart ? { type: 'object' } : schema.body && jsonSchema(schema.body, 'input')
    const responses = Object.entries(schema.response).map(([status, schemaOfStatus]) => [
      status.toUpperCase(),
      {
        description: status === '200' ? 'Reply' : 'Refusal',
        content: { 'application/json': { schema: jsonSchema(schemaOfStatus, 'output') } },
      },
    ])
    paths[url] ??= {}
    paths[url][method.toLowerCase()] = {
      summary: schema.summary,
      tags: schema.tags,
      parameters,
      ...(body && {
        requestBody: { content: { [multipart ? 'multipart/form-data' : 'application/json']: { schema: body } } },
      }),
      responses: Object.fromEntries(responses),
    }
  }
  return { openapi: '3.1.0', info: { title: `${shopName}: calls`, version: '1' }, paths }
}

const who: Record<string, string> = { anyone: 'anyone', shopper: 'a shopper', seller: 'a seller' }

function page(shopName: string): string {
  const part = (title: string, schema: z.ZodType | undefined, io: 'input' | 'output') =>
    schema &&
    `<details><summary>${title}</summary><pre>${escapeHtml(JSON.stringify(jsonSchema(schema, io), null, 2))}</pre></details>`
  const list = documentedCalls.map(({ method, url, access, multipart, success, schema }) =>
    [
      `<article id="${escapeHtml(`${method}${url}`)}"><h2><code>${method} ${escapeHtml(url)}</code></h2>`,
      `<p>${escapeHtml(schema.summary)}. <span>For ${who[access]}.</span></p>`,
      part('Query', schema.querystring, 'input'),
      part('Body', schema.body, 'input'),
      multipart && '<p>Body: a form with files, <code>multipart/form-data</code>.</p>',
      part('Reply', success, 'output'),
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
answers <code>{ "success": false, "code", "message" }</code>.</p>
${list.join('\n')}
</main></body></html>`
}

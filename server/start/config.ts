import { isIP } from 'node:net'
import { isAbsolute, resolve } from 'node:path'
import * as z from 'zod'
import type { ShopConfig } from '../../contract/settings/shop.ts'
import { bangkokShop } from '../../demo/bangkok/shop.ts'
import { shop as ownShop } from '../../shop.config.ts'
import { isLoopbackUrl } from '../common/loopback.ts'
import { withoutSlashesAtEnd } from '../common/normalise-text.ts'
import { StartError } from '../common/start-error.ts'
import { shopConfigErrors } from './shop-config-errors.ts'

/*
 * The only module that reads the shop's settings from the environment. One table has every setting with its meaning and
 * default; `npm start -- --help` prints it.
 */

const httpUrl = z.url({ protocol: /^https?$/ })
const maxPort = 65_535
const portNumber = z
  .string()
  .regex(/^[0-9]{1,5}$/)
  .refine((value) => Number(value) <= maxPort)

/**
 * Returns whether text is an origin: `https://shop.example`, with a port unless it is the default one, without a path.
 */
const isOrigin = (text: string) => /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text

/** Names of private networks that Fastify's proxy library knows. */
const networks = ['loopback', 'linklocal', 'uniquelocal']

/** Returns whether text is an IP address, a network such as `10.0.0.0/8`, or the name of one. */
function isProxy(text: string): boolean {
  const [, address = '', bits] = /^(.+?)(?:\/(\d{1,3}))?$/.exec(text) ?? []
  const maxBits = isIP(address) === 4 ? 32 : 128
  const inRange = bits === undefined || (Number(bits) >= 1 && Number(bits) <= maxBits)
  return networks.includes(text) || (isIP(address) !== 0 && inRange)
}

const list = (text: string | undefined) =>
  (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
const listOf = (isOne: (text: string) => boolean) => z.string().refine((text) => list(text).every(isOne))

const settings = {
  PORT: { schema: portNumber, fallback: '3000', help: 'port to listen on' },
  HOST: {
    schema: z.string().min(1),
    fallback: '127.0.0.1',
    help: 'address to listen on; demo mode takes loopback only',
  },
  METRICS_PORT: {
    schema: portNumber.refine((value) => Number(value) > 0),
    help: 'port for Prometheus at http://127.0.0.1:METRICS_PORT/metrics; default: none',
  },
  DEMO: {
    schema: z.enum(['bangkok']),
    help: 'bangkok opens a second demo, a grocer in Bangkok, instead of the shop of shop.config.ts (demo mode only)',
  },
  DATA_DIR: {
    schema: z.string().min(1),
    fallback: './data',
    help: 'folder for database, pictures and mailbox; for DEMO=bangkok ./data-bangkok',
  },
  DATABASE_URL: {
    schema: z.url({ protocol: /^postgres(ql)?$/ }),
    help: 'PostgreSQL 15 or newer; without it the shop runs its own',
  },
  PUBLIC_URL: {
    schema: httpUrl.refine(hasNoPath),
    help: 'address under which shoppers reach the shop, without a path, as https://shop.example.com; in demo mode http://HOST:PORT',
  },
  SMTP_URL: { schema: z.url({ protocol: /^smtps?$/ }), help: 'mail server, as smtp://user:password@host:587' },
  MAIL_FROM: {
    schema: z.string().refine(isSender),
    help: 'sender of mails with its address, as Shop <shop@example.com>',
  },
  ORDER_MAIL_TO: {
    schema: z.union([z.literal('off'), listOf((address) => z.email().safeParse(address).success)]),
    help: 'addresses that get a mail for each new order, separated by commas, or off; default: owners and managers',
  },
  SECRET: {
    schema: z.string().min(32),
    help: 'at least 32 characters; encrypts codes in the mail queue. Default: generated once, in DATA_DIR',
  },
  STRIPE_SECRET_KEY: { schema: z.string().min(1), help: "Stripe's secret key for online payment" },
  STRIPE_WEBHOOK_SECRET: { schema: z.string().min(1), help: "secret of Stripe's signed notifications" },
  STRIPE_API_BASE: { schema: httpUrl, help: "another server with Stripe's API" },
  SLIPOK_URL: {
    schema: httpUrl,
    help: "your branch's address at SlipOK, which asks the banks about slips, as https://api.slipok.com/api/line/apikey/12345",
  },
  SLIPOK_KEY: { schema: z.string().min(1), help: 'key of your branch at SlipOK' },
  SLIPOK_ACCOUNTS: {
    schema: listOf((number) => /^[0-9-]{6,20}$/.test(number)),
    help: "numbers of the accounts that receive PromptPay, separated by commas: banks show these instead of the shop's number",
  },
  LINE_API_BASE: {
    schema: httpUrl.refine(hasNoPath),
    help: "another server with LINE's Messaging API, without a path",
  },
  PICTURES_S3_BUCKET: {
    schema: z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/),
    help: 'bucket for pictures, of Amazon S3 or an S3-compatible server; default: a folder of DATA_DIR',
  },
  PICTURES_S3_ENDPOINT: { schema: httpUrl, help: "address of the bucket's server, unless it is Amazon's" },
  PICTURES_S3_REGION: { schema: z.string().min(1), help: "the bucket's region, as ap-southeast-1" },
  PICTURES_S3_ACCESS_KEY: { schema: z.string().min(1), help: 'access key for the bucket' },
  PICTURES_S3_SECRET_KEY: { schema: z.string().min(1), help: 'secret key for the bucket' },
  ALLOWED_ORIGINS: {
    schema: listOf(isOrigin),
    help: 'other origins whose pages may call the shop, as https://app.example, separated by commas',
  },
  TRUST_PROXY: {
    schema: listOf(isProxy),
    help: 'addresses of your own proxies, as 10.0.0.7 or 10.0.0.0/8, separated by commas',
  },
  SELLER_EMAIL: { schema: z.email(), fallback: 'seller@talad.example', help: "demo seller's e-mail (demo mode only)" },
  SELLER_PASSWORD: {
    schema: z.string().min(8),
    help: "demo seller's password (demo mode only); default: generated once",
  },
  LIMITS: {
    schema: z.enum(['on', 'off']),
    fallback: 'on',
    help: 'off lifts the limits per client address (demo mode only)',
  },
  NODE_ENV: {
    schema: z.enum(['development', 'test', 'production']),
    fallback: 'development',
    help: 'production switches demo mode off',
  },
} satisfies Record<string, { schema: z.ZodType<string>; fallback?: string; help: string }>

type Name = keyof typeof settings

/** The texts of the settings, or their defaults. */
type ReadSettings = Record<Name, string | undefined>

type Environment = Readonly<Record<string, string | undefined>>

/** Consequences of plain http for these settings. */
const riskOfHttp = {
  PUBLIC_URL: 'passwords and sessions would be sent unencrypted',
  STRIPE_API_BASE: "Stripe's key would be sent unencrypted",
  SLIPOK_URL: "SlipOK's key would be sent unencrypted",
  LINE_API_BASE: "the channel's token would be sent unencrypted",
  PICTURES_S3_ENDPOINT: "the bucket's keys would be sent unencrypted",
}

/** The demos besides the shop of shop.config.ts, by the value of DEMO. */
export type DemoShop = 'bangkok'

export type Config = {
  port: number
  /** Undefined if metrics are off. */
  metricsPort: number | undefined
  host: string
  dataDir: string
  databaseUrl: string | undefined
  publicUrl: string
  smtpUrl: string | undefined
  mailFrom: string
  /** Recipients of a mail for each new order: these addresses, none if empty, owners and managers if undefined. */
  orderMailTo: string[] | undefined
  secret: string | undefined
  stripe: { secretKey: string; webhookSecret: string; apiBase: string | undefined } | undefined
  /** The service that asks the banks about slips; undefined if only sellers confirm payments by PromptPay. */
  slipOk: { url: string; key: string; accounts: string[] } | undefined
  /** Another server with LINE's API; undefined for LINE's own. */
  lineApiBase: string | undefined
  /** The bucket for pictures; undefined if they are in a folder of `dataDir`. */
  pictures: BucketSettings | undefined
  allowedOrigins: string[]
  trustProxy: string[]
  demo: boolean
  /** The demo that was chosen instead of the shop of shop.config.ts. */
  demoShop: DemoShop | undefined
  /** The shop's settings: those of shop.config.ts, or of the chosen demo. */
  shop: ShopConfig
  production: boolean
  sellerEmail: string
  sellerPassword: string | undefined
  /** Whether limits per client address apply. Limits per account always do. */
  limits: boolean
}

export type BucketSettings = {
  bucket: string
  /** Undefined for Amazon's own. */
  endpoint: string | undefined
  region: string
  accessKey: string
  secretKey: string
}

/** Prefixes of the shop's settings: an unknown name with one of them is a typing error. */
const ownPrefixes = ['STRIPE_', 'SLIPOK_', 'LINE_', 'PICTURES_', 'SMTP_', 'SELLER_', 'MAIL_', 'ORDER_', 'TALAD_']

/**
 * Reads the settings from an environment, for `workers` processes. Throws one ConfigError that lists every unknown,
 * malformed or, in production, missing setting, and the errors of shop.config.ts.
 */
export function readConfig(
  environment: Environment,
  { shop = ownShop, workers = 1 }: { shop?: ShopConfig; workers?: number } = {},
): Config {
  const errors = shopConfigErrors(shop, { isDemo: environment.NODE_ENV !== 'production' })
  const value = (name: Name): string | undefined => {
    const definition: { schema: z.ZodType<string>; fallback?: string } = settings[name]
    const text = environment[name]
    if (text === undefined || text === '') return definition.fallback
    if (!definition.schema.safeParse(text).success) errors.push(`${name} is malformed: ${settings[name].help}`)
    return text
  }
  for (const name of Object.keys(environment)) {
    if (!Object.hasOwn(settings, name) && ownPrefixes.some((prefix) => name.startsWith(prefix)))
      errors.push(`${name} is not a setting of the shop`)
  }

  const read = Object.fromEntries(Object.keys(settings).map((name) => [name, value(name as Name)])) as ReadSettings
  const production = read.NODE_ENV === 'production'
  errors.push(
    ...portErrors(read, workers),
    ...(production ? productionErrors(read, environment) : demoErrors(read)),
    ...gatewayErrors(read),
    ...bucketErrors(read),
  )
  if (errors.length > 0) throw new ConfigError(errors)

  const host = read.HOST ?? ''
  const demoShop = read.DEMO === 'bangkok' ? read.DEMO : undefined
  // The demos have different prices, so neither opens the other's data by default.
  const dataDir = environment.DATA_DIR || !demoShop ? (read.DATA_DIR ?? '') : `./data-${demoShop}`
  const shownHost = host.includes(':') ? `[${host}]` : host
  return {
    port: Number(read.PORT),
    metricsPort: read.METRICS_PORT ? Number(read.METRICS_PORT) : undefined,
    host,
    dataDir: isAbsolute(dataDir) ? dataDir : resolve(dataDir),
    databaseUrl: read.DATABASE_URL,
    publicUrl: withoutSlashesAtEnd(read.PUBLIC_URL ?? `http://${shownHost}:${read.PORT}`),
    smtpUrl: read.SMTP_URL,
    mailFrom: read.MAIL_FROM ?? 'Talad <shop@talad.example>',
    orderMailTo: orderMailOf(read),
    secret: read.SECRET,
    stripe:
      read.STRIPE_SECRET_KEY && read.STRIPE_WEBHOOK_SECRET
        ? {
            secretKey: read.STRIPE_SECRET_KEY,
            webhookSecret: read.STRIPE_WEBHOOK_SECRET,
            apiBase: read.STRIPE_API_BASE,
          }
        : undefined,
    slipOk:
      read.SLIPOK_URL && read.SLIPOK_KEY
        ? { url: read.SLIPOK_URL, key: read.SLIPOK_KEY, accounts: list(read.SLIPOK_ACCOUNTS) }
        : undefined,
    lineApiBase: read.LINE_API_BASE && withoutSlashesAtEnd(read.LINE_API_BASE),
    pictures: bucketOf(read),
    allowedOrigins: list(read.ALLOWED_ORIGINS),
    trustProxy: list(read.TRUST_PROXY),
    demo: !production,
    demoShop,
    shop: demoShop ? bangkokShop : shop,
    production,
    sellerEmail: read.SELLER_EMAIL ?? '',
    sellerPassword: read.SELLER_PASSWORD,
    limits: read.LIMITS !== 'off',
  }
}

/** Returns what is wrong with the ports: each of `workers` processes has a port of its own for metrics. */
function portErrors({ PORT, METRICS_PORT }: ReadSettings, workers: number): string[] {
  const port = Number(PORT)
  const metricsPort = Number(METRICS_PORT)
  const errors: string[] = []
  if (metricsPort <= port && port < metricsPort + workers)
    errors.push('METRICS_PORT must be another port than PORT, as must be those after it that workers take')
  if (metricsPort <= maxPort && metricsPort + workers - 1 > maxPort)
    errors.push(`METRICS_PORT must be at most ${maxPort - workers + 1}: each of ${workers} workers takes one more`)
  return errors
}

/** Returns what opens a demo to other machines: anyone could read codes there and pay without money. */
function demoErrors({ HOST = '', PUBLIC_URL, TRUST_PROXY }: ReadSettings): string[] {
  const errors: string[] = []
  const advice = 'demo mode is for this machine only. Set NODE_ENV=production to open the shop to others'
  if (!['127.0.0.1', 'localhost', '::1'].includes(HOST))
    errors.push('HOST must be a loopback address in demo mode: set NODE_ENV=production to serve others')
  if (isRemote(PUBLIC_URL)) errors.push(`PUBLIC_URL must be a loopback address: ${advice}`)
  if (list(TRUST_PROXY).length > 0) errors.push(`TRUST_PROXY is for production only: ${advice}`)
  return errors
}

/** Returns what is insecure, missing or only for demos in production. */
function productionErrors(read: ReadSettings, environment: Environment): string[] {
  const errors: string[] = []
  for (const name of Object.keys(riskOfHttp) as (keyof typeof riskOfHttp)[])
    if (isRemote(read[name]) && new URL(read[name] ?? '').protocol === 'http:')
      errors.push(`${name} must begin with https://: ${riskOfHttp[name]}`)
  for (const name of ['PUBLIC_URL', 'SMTP_URL', 'MAIL_FROM'] as const)
    if (!read[name]) errors.push(`${name} is missing: ${settings[name].help}`)
  // In the settings as read, the seller's e-mail has a default.
  for (const name of ['SELLER_EMAIL', 'SELLER_PASSWORD'] as const)
    if (environment[name]) errors.push(`${name} is for demo mode only: create sellers with npm run seller`)
  if (read.LIMITS === 'off') errors.push('LIMITS=off is for demo mode only')
  if (read.DEMO) errors.push('DEMO is for demo mode only: in production the shop is that of shop.config.ts')
  if (read.DATABASE_URL && !read.SECRET) errors.push(`SECRET is missing: ${settings.SECRET.help}`)
  return errors
}

/** Returns which settings of Stripe and of SlipOK lack another one. */
function gatewayErrors(read: ReadSettings): string[] {
  const errors: string[] = []
  if (read.STRIPE_SECRET_KEY && !read.STRIPE_WEBHOOK_SECRET)
    errors.push('STRIPE_WEBHOOK_SECRET is missing: without it the shop can’t check that an event is from Stripe')
  if ((read.STRIPE_WEBHOOK_SECRET || read.STRIPE_API_BASE) && !read.STRIPE_SECRET_KEY)
    errors.push('STRIPE_SECRET_KEY is missing: without it shoppers couldn’t pay by card')
  if ((read.SLIPOK_URL === undefined) !== (read.SLIPOK_KEY === undefined) || (read.SLIPOK_ACCOUNTS && !read.SLIPOK_URL))
    errors.push('SLIPOK_URL and SLIPOK_KEY are needed both: without them only sellers confirm payments by PromptPay')
  return errors
}

/** Returns which settings of the bucket are missing, if there is one of them. */
function bucketErrors(read: ReadSettings): string[] {
  const names = ['BUCKET', 'REGION', 'ACCESS_KEY', 'SECRET_KEY'].map((name) => `PICTURES_S3_${name}` as Name)
  const missing = names.filter((name) => !read[name])
  if (!read.PICTURES_S3_ENDPOINT && missing.length === names.length) return []
  return missing.map((name) => `${name} is missing: pictures go to a bucket with all of its settings`)
}

function bucketOf(read: ReadSettings): BucketSettings | undefined {
  if (!read.PICTURES_S3_BUCKET) return undefined
  return {
    bucket: read.PICTURES_S3_BUCKET,
    endpoint: read.PICTURES_S3_ENDPOINT,
    region: read.PICTURES_S3_REGION ?? '',
    accessKey: read.PICTURES_S3_ACCESS_KEY ?? '',
    secretKey: read.PICTURES_S3_SECRET_KEY ?? '',
  }
}

function orderMailOf({ ORDER_MAIL_TO }: ReadSettings): string[] | undefined {
  if (ORDER_MAIL_TO === 'off') return []
  return ORDER_MAIL_TO ? list(ORDER_MAIL_TO) : undefined
}

const isRemote = (url = '') => URL.canParse(url) && !isLoopbackUrl(url)

/** Returns whether text is `address` or `Name <address>`, on one line. */
function isSender(text: string): boolean {
  const [, inBrackets] = /^[^<>\r\n]*<([^<>\r\n]+)>$/.exec(text.trim()) ?? []
  return z.email().safeParse(inBrackets ?? text.trim()).success
}

/** Lists every error of the settings, one per line. */
export class ConfigError extends StartError {
  readonly errors: string[]

  constructor(errors: string[]) {
    super(`The settings need a change:\n${errors.map((error) => `  ${error}`).join('\n')}`)
    this.errors = errors
  }
}

/** Returns the table of settings for people, one line each. */
export function settingsHelp(): string {
  return Object.entries(settings)
    .map(([name, definition]: [string, { fallback?: string; help: string }]) => {
      const fallback = definition.fallback === undefined ? '' : ` [${definition.fallback}]`
      return `  ${name.padEnd(24)}${definition.help}${fallback}`
    })
    .join('\n')
}

/** Returns whether a URL names a scheme, a host and a port only. */
function hasNoPath(text: string): boolean {
  const { pathname, search, hash, username, password } = URL.parse(text) ?? {}
  return pathname === '/' && `${search}${hash}${username}${password}` === ''
}

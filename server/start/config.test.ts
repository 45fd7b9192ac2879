import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { shop as ownShop } from '../../shop.config.ts'
import { ConfigError, readConfig, settingsHelp } from './config.ts'

const errorsOf = (environment: Record<string, string>): string => {
  try {
    readConfig(environment)
    return ''
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError)
    return (error as ConfigError).errors.join('\n')
  }
}

const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://shop.example',
  SMTP_URL: 'smtp://mail.example',
  MAIL_FROM: 'Shop <shop@shop.example>',
}

test('without settings the shop is a demo on this machine', () => {
  expect(readConfig({})).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    publicUrl: 'http://127.0.0.1:3000',
    demo: true,
    production: false,
    limits: true,
  })
})

test('DEMO chooses the settings of another demo, and by default its own folder', () => {
  const bangkok = readConfig({ DEMO: 'bangkok' })
  expect(bangkok).toMatchObject({ demoShop: 'bangkok', shop: { currency: { code: 'THB' } } })
  expect(bangkok.dataDir).toBe(resolve('data-bangkok'))
  expect(readConfig({ DEMO: 'bangkok', DATA_DIR: '/srv/talad' }).dataDir).toBe('/srv/talad')
  for (const environment of [{}, { DEMO: '' }])
    expect(readConfig(environment)).toMatchObject({ demoShop: undefined, shop: ownShop, dataDir: resolve('data') })
  expect(errorsOf({ DEMO: 'paris' })).toContain('DEMO is malformed: bangkok opens')
})

test('every malformed setting is named at once', () => {
  const errors = errorsOf({ PORT: 'http', PUBLIC_URL: 'shop', LIMITS: 'maybe', DATABASE_URL: 'mysql://x' })
  for (const name of ['PORT', 'PUBLIC_URL', 'LIMITS', 'DATABASE_URL']) expect(errors).toContain(name)
})

test.each([
  'https://shop.example/sub',
  'https://shop.example/?a=1',
  'https://user:word@shop.example',
  'https://shop.example/#a',
])('the address %s, which is no origin, is refused', (url) => {
  expect(errorsOf({ PUBLIC_URL: url })).toContain('PUBLIC_URL is malformed')
  expect(errorsOf({ PUBLIC_URL: url })).toContain('without a path')
})

test('a setting that the shop does not know is named', () => {
  expect(errorsOf({ SMTP_ULR: 'smtp://localhost' })).toContain('SMTP_ULR')
})

test('mails of new orders go to owners and managers, to the listed addresses, or are off', () => {
  const to = (ORDER_MAIL_TO?: string) => readConfig(ORDER_MAIL_TO ? { ORDER_MAIL_TO } : {}).orderMailTo
  expect(to()).toBeUndefined()
  expect(to('a@shop.example, b@shop.example')).toEqual(['a@shop.example', 'b@shop.example'])
  expect(to('off')).toEqual([])
  expect(errorsOf({ ORDER_MAIL_TO: 'a@shop.example, nobody' })).toContain('ORDER_MAIL_TO')
  expect(errorsOf({ ORDER_MAIL: 'a@shop.example' })).toContain('ORDER_MAIL is not')
})

test('production lists all missing settings', () => {
  const errors = errorsOf({ NODE_ENV: 'production' })
  for (const name of ['PUBLIC_URL', 'SMTP_URL', 'MAIL_FROM']) expect(errors).toContain(name)
})

test('production refuses what belongs to the demo', () => {
  const errors = errorsOf({ NODE_ENV: 'production', SELLER_PASSWORD: 'longenough', LIMITS: 'off', DEMO: 'bangkok' })
  expect(errors).toContain('DEMO is for demo mode only')
  expect(errors).toContain('SELLER_PASSWORD')
  expect(errors).toContain('LIMITS')
})

test('the sender of mails needs an address', () => {
  for (const sender of ['shop@shop.example', 'Baan Daeng <shop@shop.example>', '"ร้าน, ตลาด" <shop@shop.example>'])
    expect(readConfig({ MAIL_FROM: sender }).mailFrom).toBe(sender)
  for (const sender of ['Baan', 'Baan <>', 'Baan <shop>', 'a@b.example, c@d.example', 'Shop\n<shop@shop.example>'])
    expect(errorsOf({ MAIL_FROM: sender }), sender).toContain('MAIL_FROM is malformed')
})

test('pictures go to a bucket with all of its settings, or to the data folder', () => {
  expect(readConfig({}).pictures).toBeUndefined()
  const errors = errorsOf({ PICTURES_S3_ENDPOINT: 'http://127.0.0.1:9000', PICTURES_S3_ACCESS_KEY: 'key' })
  for (const name of ['BUCKET', 'REGION', 'SECRET_KEY']) expect(errors).toContain(`PICTURES_S3_${name} is missing`)
  expect(errors).not.toContain('ENDPOINT is')
  expect(errorsOf({ PICTURES_S3_BUKET: 'x' })).toContain('PICTURES_S3_BUKET')
  expect(errorsOf({ PICTURES_S3_BUCKET: 'No Bucket' })).toContain('PICTURES_S3_BUCKET is malformed')
  const settings = {
    PICTURES_S3_BUCKET: 'talad-pictures',
    PICTURES_S3_REGION: 'ap-southeast-1',
    PICTURES_S3_ACCESS_KEY: 'key',
    PICTURES_S3_SECRET_KEY: 'secret',
  }
  expect(readConfig(settings).pictures).toEqual({
    bucket: 'talad-pictures',
    endpoint: undefined,
    region: 'ap-southeast-1',
    accessKey: 'key',
    secretKey: 'secret',
  })
})

test('metrics are served on a port of their own, only if it is set', () => {
  expect(readConfig({}).metricsPort).toBeUndefined()
  expect(readConfig({ METRICS_PORT: '9400' }).metricsPort).toBe(9400)
  expect(() => readConfig({ METRICS_PORT: '3000' })).toThrow('METRICS_PORT must be another port than PORT')
  expect(() => readConfig({ METRICS_PORT: '0' })).toThrow('METRICS_PORT is malformed')
})

test('each worker serves metrics on a valid port that the shop doesn’t use', () => {
  expect(readConfig({ METRICS_PORT: '65535' }).metricsPort).toBe(65535)
  expect(() => readConfig({ METRICS_PORT: '65535' }, { workers: 2 })).toThrow('METRICS_PORT must be at most 65534')
  expect(readConfig({ METRICS_PORT: '65534' }, { workers: 2 }).metricsPort).toBe(65534)
  expect(() => readConfig({ METRICS_PORT: '2999' }, { workers: 2 })).toThrow(
    'METRICS_PORT must be another port than PORT',
  )
  expect(readConfig({ METRICS_PORT: '2998' }, { workers: 2 }).metricsPort).toBe(2998)
  expect(readConfig({ METRICS_PORT: '3001' }, { workers: 2 }).metricsPort).toBe(3001)
})

test('Stripe needs all of its settings, or none', () => {
  expect(errorsOf({ STRIPE_SECRET_KEY: 'sk' })).toContain('STRIPE_WEBHOOK_SECRET is missing')
  expect(errorsOf({ STRIPE_WEBHOOK_SECRET: 'whsec' })).toContain('STRIPE_SECRET_KEY is missing')
  expect(errorsOf({ STRIPE_API_BASE: 'http://127.0.0.1:9000' })).toContain('STRIPE_SECRET_KEY is missing')
  expect(readConfig({ STRIPE_SECRET_KEY: 'sk', STRIPE_WEBHOOK_SECRET: 'whsec' }).stripe?.secretKey).toBe('sk')
  const slipOk = { SLIPOK_URL: 'https://api.slipok.com/api/line/apikey/1', SLIPOK_KEY: 'k' }
  for (const name of ['SLIPOK_URL', 'SLIPOK_KEY'])
    expect(errorsOf({ ...slipOk, [name]: undefined })).toContain('SLIPOK_URL and SLIPOK_KEY are needed both')
  expect(errorsOf({ SLIPOK_ACCOUNTS: '123-4-56789-0' })).toContain('SLIPOK_URL and SLIPOK_KEY are needed both')
  expect(errorsOf({ ...slipOk, SLIPOK_ACCOUNTS: 'mine' })).toContain('SLIPOK_ACCOUNTS is malformed')
  expect(readConfig({ ...slipOk, SLIPOK_ACCOUNTS: '123-4-56789-0, 9876543210' }).slipOk).toEqual({
    url: slipOk.SLIPOK_URL,
    key: 'k',
    accounts: ['123-4-56789-0', '9876543210'],
  })
})

test('other origins are spelled as in browsers', () => {
  const given = 'https://a.example, http://localhost:5173,'
  expect(readConfig({ ALLOWED_ORIGINS: given }).allowedOrigins).toEqual(['https://a.example', 'http://localhost:5173'])
  for (const origin of ['https://a.example/', 'a.example', '*', 'https://A.example', 'https://a.example:443', 'null'])
    expect(errorsOf({ ALLOWED_ORIGINS: `https://b.example,${origin}` }), origin).toContain(
      'ALLOWED_ORIGINS is malformed',
    )
})

test('proxies are addresses or networks', () => {
  const given = '127.0.0.1, ::1,10.0.0.0/8,fd00::/8,loopback'
  expect(readConfig({ ...production, TRUST_PROXY: given }).trustProxy).toEqual(given.split(/, ?/))
  for (const proxy of [
    'nginx',
    '10.0.0.0/33',
    '10.0.0.0/0',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    '10.0.0',
    'true',
    'fd00::/129',
  ])
    expect(errorsOf({ TRUST_PROXY: `10.0.0.7,${proxy}` }), proxy).toContain('TRUST_PROXY is malformed')
})

test('demo mode answers on loopback only', () => {
  expect(errorsOf({ HOST: '0.0.0.0' })).toContain('HOST')
})

test.each([
  { PUBLIC_URL: 'https://shop.example' },
  { PUBLIC_URL: 'http://192.168.1.20:3000' },
  { TRUST_PROXY: '127.0.0.1' },
])('demo mode refuses what opens the shop to others: %j', (environment) => {
  const [name = ''] = Object.keys(environment)
  expect(errorsOf(environment as unknown as Record<string, string>)).toMatch(
    new RegExp(`^${name} .*NODE_ENV=production`),
  )
})

test.each(['http://localhost:3000', 'http://127.0.0.1:3000', 'https://[::1]:3000', 'http://talad.localhost:3000'])(
  'demo mode takes %s as its address',
  (url) => {
    expect(readConfig({ PUBLIC_URL: url, SMTP_URL: 'smtp://mail.example' }).publicUrl).toBe(url)
  },
)

describe('in production', () => {
  const stripe = { STRIPE_SECRET_KEY: 'sk', STRIPE_WEBHOOK_SECRET: 'whsec' }
  const bucket = {
    PICTURES_S3_BUCKET: 'pictures',
    PICTURES_S3_REGION: 'x',
    PICTURES_S3_ACCESS_KEY: 'x',
    PICTURES_S3_SECRET_KEY: 'x',
  }

  test.each([
    ['PUBLIC_URL', 'http://shop.example', {}],
    ['PUBLIC_URL', 'HTTP://10.0.0.7', {}],
    ['STRIPE_API_BASE', 'http://stripe.example', stripe],
    ['SLIPOK_URL', 'http://slipok.example', { SLIPOK_KEY: 'k' }],
    ['LINE_API_BASE', 'http://line.example', {}],
    ['PICTURES_S3_ENDPOINT', 'http://minio:9000', bucket],
  ])('plain http is refused: %s=%s', (name, url, more) => {
    expect(errorsOf({ ...production, ...more, [name]: url })).toContain(`${name} must begin with https://`)
  })

  test('plain http is accepted on this machine, https everywhere', () => {
    const own = { PUBLIC_URL: 'http://127.0.0.1:3000', STRIPE_API_BASE: 'http://localhost:9000', ...stripe, ...bucket }
    expect(readConfig({ ...production, ...own, PICTURES_S3_ENDPOINT: 'http://[::1]:9000' }).production).toBe(true)
    expect(readConfig({ ...production, TRUST_PROXY: '127.0.0.1' }).trustProxy).toEqual(['127.0.0.1'])
  })
})

test('the help lists every setting', () => {
  for (const name of ['PORT', 'DATA_DIR', 'DATABASE_URL', 'STRIPE_SECRET_KEY', 'LIMITS'])
    expect(settingsHelp()).toContain(name)
})

test('errors of shop.config.ts are listed with those of the settings', () => {
  const shop = { ...ownShop, timeZone: 'Asia/Bangkock', currency: { code: 'JPY', symbol: '¥' } }
  expect(() => readConfig({ PORT: 'http' }, { shop })).toThrow(
    /timeZone: is no time zone.*\n.*JPY has no hundredths.*\n.*PORT is malformed/,
  )
})

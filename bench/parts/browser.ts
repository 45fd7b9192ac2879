import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test'
import { getBrowser } from '../../scripts/browser.ts'
import { median, ms, type Row } from '../row.ts'
import type { Context } from './context.ts'

/*
 * The shopper's experience in real Chromium. The slow phone has the parameters of Lighthouse's mobile one, applied by
 * the browser: a CPU four times slower, 1.6 Mbit/s, 150 ms latency.
 */

const phone = { width: 412, height: 823 }
const slowLine = { latency: 150, downloadThroughput: (1638.4 * 1024) / 8, uploadThroughput: (675 * 1024) / 8 }
const slowCpu = 4

/** The metrics of a visit, in milliseconds; moments are counted from the request of the page. */
type PageMetrics = {
  /** FCP. */
  firstContentfulPaint: number
  /** LCP. */
  largestContentfulPaint: number
  /** When the page called the shop first: it is interactive then. */
  interactive: number
  /** TBT: what tasks after the first contentful paint took beyond 50 ms each, until the page was idle for a second. */
  totalBlockingTime: number
  /** CLS: the sum of all layout shifts without recent input, a score. */
  cumulativeLayoutShift: number
}

/** The four catalogue screens on a slow phone; then clicks on a fast machine. */
export async function browser({ opened, size }: Context): Promise<Row[]> {
  const { category, id } = await opened.db
    .selectFrom('product')
    .select(['category', 'id'])
    .where('sellable', '=', true)
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow()
  const path = `/products/${category.toLowerCase()}`
  const screens = { home: '/', list: '/products', category: path, product: `${path}/${id}` }
  const chrome = await chromium.launch({
    executablePath: getBrowser(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
  })
  try {
    const rows: Row[] = []
    for (const [screen, path] of Object.entries(screens)) {
      const seen: PageMetrics[] = []
      for (let round = 0; round < size.rounds; round += 1) seen.push(await visit(chrome, `${opened.shop.url}${path}`))
      rows.push(...paintRows(screen, seen))
    }
    rows.push(...(await clicks(chrome, opened.shop.url, size.rounds)))
    return rows
  } finally {
    await chrome.close()
  }
}

function paintRows(screen: string, seen: readonly PageMetrics[]): Row[] {
  const medianBy = (value: (each: PageMetrics) => number) => median(seen.map(value))
  const lcp = medianBy((each) => each.largestContentfulPaint)
  const tbt = medianBy((each) => each.totalBlockingTime)
  // Whether the font loads before the first paint is chance: the worst layout shift counts.
  const cls = Math.max(...seen.map((each) => each.cumulativeLayoutShift))
  return [
    {
      part: 'browser',
      what: `${screen} on a slow phone`,
      goal: 'LCP 1.2 s, TBT 50 ms, CLS 0.01',
      figure: ms(lcp),
      met: lcp <= 1200 && tbt <= 50 && cls <= 0.01,
      more: `FCP ${ms(medianBy((each) => each.firstContentfulPaint))}, interactive ${ms(medianBy((each) => each.interactive))}, TBT ${ms(tbt)}, CLS at worst ${cls.toFixed(4)}`,
      details: seen,
    },
  ]
}

/** A first visit with an empty cache. */
async function visit(chrome: Browser, url: string): Promise<PageMetrics> {
  const context = await chrome.newContext({ viewport: phone, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true })
  try {
    const page = await context.newPage()
    await page.addInitScript(watchPaints)
    const line = await context.newCDPSession(page)
    await slowDown(line)
    await page.goto(url, { waitUntil: 'load', timeout: 60_000 })
    await page.waitForFunction(isCalm, undefined, { polling: 200, timeout: 60_000 })
    return await page.evaluate(whatWasSeen)
  } finally {
    await context.close()
  }
}

async function slowDown(line: CDPSession): Promise<void> {
  await line.send('Network.enable')
  await line.send('Network.emulateNetworkConditions', { offline: false, ...slowLine })
  await line.send('Emulation.setCPUThrottlingRate', { rate: slowCpu })
}

type Watched = Omit<PageMetrics, 'totalBlockingTime'> & { tasks: { start: number; end: number }[]; last: number }

/** Runs in the page, before its scripts. */
function watchPaints(): void {
  const seen: Watched = {
    firstContentfulPaint: 0,
    largestContentfulPaint: 0,
    interactive: 0,
    cumulativeLayoutShift: 0,
    tasks: [],
    last: 0,
  }
  Object.assign(globalThis, { seen })
  const watch = (
    type: string,
    hear: (entry: PerformanceEntry & { value?: number; hadRecentInput?: boolean }) => void,
  ) => new PerformanceObserver((list) => list.getEntries().forEach(hear)).observe({ type, buffered: true })
  watch('paint', (entry) => {
    if (entry.name === 'first-contentful-paint') seen.firstContentfulPaint = entry.startTime
  })
  watch('largest-contentful-paint', (entry) => {
    seen.largestContentfulPaint = entry.startTime
    seen.last = performance.now()
  })
  watch('layout-shift', (entry) => {
    if (!entry.hadRecentInput) seen.cumulativeLayoutShift += entry.value ?? 0
  })
  watch('longtask', (entry) => {
    seen.tasks.push({ start: entry.startTime, end: entry.startTime + entry.duration })
    seen.last = performance.now()
  })
  // The page's first call once it is interactive is is-auth.
  watch('resource', (entry) => {
    if (entry.name.endsWith('/api/user/is-auth')) seen.interactive ||= entry.startTime
  })
}

/** Runs in the page. */
function whatWasSeen(): PageMetrics {
  const { tasks, last: _, ...seen } = (globalThis as unknown as { seen: Watched }).seen
  const beyond = tasks.map(({ start, end }) => Math.max(0, end - Math.max(start, seen.firstContentfulPaint) - 50))
  return { ...seen, totalBlockingTime: beyond.reduce((sum, each) => sum + each, 0) }
}

/** Returns whether the page is interactive and idle for a second. */
function isCalm(): boolean {
  const { seen } = globalThis as unknown as { seen: Watched }
  return seen.interactive > 0 && performance.now() - Math.max(seen.last, seen.interactive) > 1000
}

// --- Clicks ----------------------------------------------------------------------------------------------------------

/** Times from a press to its paint: on the list, on a product's screen, in a card. */
async function clicks(chrome: Browser, url: string, rounds: number): Promise<Row[]> {
  const context = await chrome.newContext({ viewport: { width: 1280, height: 900 } })
  try {
    const page = await context.newPage()
    await page.addInitScript(watchPresses)
    await page.goto(`${url}/products`, { waitUntil: 'networkidle' })
    const there: number[] = []
    const back: number[] = []
    let kept = true
    for (let turn = 0; turn < rounds * 2; turn += 1) {
      const card = page
        .getByRole('main')
        .getByRole('article')
        .nth(6 + turn)
        .getByRole('link')
      await card.scrollIntoViewIfNeeded()
      const scrolled = await page.evaluate(() => window.scrollY)
      // A pointer is over an element for a while before it is pressed.
      await card.hover()
      await page.waitForTimeout(150)
      there.push(await painted(page, 'product', () => card.click()))
      await page.waitForTimeout(150)
      back.push(await painted(page, 'list', () => page.evaluate(() => window.history.back())))
      kept &&= Math.abs((await page.evaluate(() => window.scrollY)) - scrolled) < 2
    }
    const added: number[] = []
    for (let turn = 0; turn < rounds * 2; turn += 1) {
      const add = page
        .getByRole('main')
        .getByRole('button', { name: /^Add .* to the cart$/ })
        .first()
      await add.scrollIntoViewIfNeeded()
      added.push(await painted(page, 'added', () => add.click()))
    }
    const returned = clickRow('Back to the list, painted', 50, back)
    return [
      clickRow('a click from the list to a product, painted', 100, there),
      { ...returned, met: returned.met && kept, more: `${returned.more}; scroll ${kept ? 'kept' : 'lost'}` },
      clickRow('added to the cart, painted in the next frame', 34, added),
    ]
  } finally {
    await context.close()
  }
}

type WantedPaint = 'product' | 'list' | 'added'
type Watching = { expectPaint(wanted: WantedPaint): void; painted: Promise<number> }

async function painted(page: Page, wanted: WantedPaint, press: () => Promise<unknown>): Promise<number> {
  await page.evaluate((wanted) => (globalThis as unknown as Watching).expectPaint(wanted), wanted)
  await press()
  return page.evaluate(() => (globalThis as unknown as Watching).painted)
}

/** Runs in the page. Measures the milliseconds from a press, or from going back, to the frame with the result. */
function watchPresses(): void {
  let pressed = 0
  addEventListener('click', (event) => (pressed ||= event.timeStamp), { capture: true })
  addEventListener('popstate', (event) => (pressed ||= event.timeStamp), { capture: true })
  const count = (selector: string) => document.querySelectorAll(selector).length
  const steppers = () => count('main article [role="group"]')
  function expectPaint(wanted: WantedPaint): void {
    pressed = 0
    const before = steppers()
    const isThere = {
      product: () => location.pathname !== '/products' && count('main h1') > 0 && count('main article') < 24,
      list: () => location.pathname === '/products' && count('main article') >= 24,
      added: () => steppers() > before,
    }[wanted]
    const painted = new Promise<number>((resolve, reject) => {
      setTimeout(() => reject(new Error(`${wanted}: nothing of it was painted in ten seconds`)), 10_000)
      const checkFrame = () => {
        if (pressed === 0 || !isThere()) return requestAnimationFrame(checkFrame)
        // A task posted in a frame runs after the frame is painted.
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => resolve(performance.now() - pressed)
        port2.postMessage(undefined)
      }
      requestAnimationFrame(checkFrame)
    })
    Object.assign(globalThis, { painted })
  }
  Object.assign(globalThis, { expectPaint })
}

function clickRow(what: string, most: number, times: readonly number[]): Row {
  return {
    part: 'browser',
    what,
    goal: `within ${most} ms`,
    figure: ms(median(times)),
    met: median(times) <= most,
    more: `slowest ${ms(Math.max(...times))} of ${times.length}`,
    details: times,
  }
}

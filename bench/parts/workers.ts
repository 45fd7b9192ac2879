import type { Loader, Sample, Size } from '../measure.ts'
import { mediansOf, requestText } from '../measure.ts'
import { type BenchShopper, withOpenedShop } from '../opened-shop.ts'
import { memory } from '../processes.ts'
import { formatRate, ms, type Row } from '../row.ts'
import { mailsSent, orderRequests, uncountedProducts } from './orders.ts'

const counts = [1, 2]

/** The same shop as one process and as two. The load generator shares the same cores. */
export async function workers(
  dataDir: string,
  { loader, size, people }: { loader: Loader; size: Size; people: readonly BenchShopper[] },
): Promise<Row[]> {
  const rows: Row[] = []
  for (const count of counts)
    rows.push(
      ...(await withOpenedShop(
        dataDir,
        async (opened) => {
          const products = await uncountedProducts(opened)
          const common = { port: opened.port, pid: opened.shop.pid, status: 200 }
          const figures = await loader.compare({
            'home, br': { ...common, requests: [requestText('GET /', { headers: { 'accept-encoding': 'br' } })] },
            'is-auth with a session': {
              ...common,
              requests: people.map(({ cookie }) => requestText('GET /api/user/is-auth', { headers: { cookie } })),
            },
          })
          const load = { ...common, connections: 8, requests: orderRequests(people, products) }
          const rounds: Sample[] = []
          for (let round = 0; round < size.rounds; round += 1) {
            rounds.push(await loader.once(load, size.round))
            await mailsSent(opened)
          }
          const orders = { 'cash orders of 3 lines, 8 at a time': mediansOf(rounds) }
          const taken = await memory(opened.shop.pid)
          return Object.entries({ ...figures, ...orders }).map(([what, { perSecond, p99, cpu }]) => ({
            part: 'workers',
            what: `${count} ${count === 1 ? 'process' : 'processes'}: ${what}`,
            figure: formatRate(perSecond),
            more: `p99 ${ms(p99)}${cpu ? `; CPU ${cpu.tree.toFixed(2)} s per 1,000 with PostgreSQL` : ''}${taken ? `; ${Math.round(taken.tree)} MB with PostgreSQL` : ''}`,
            details: { count, perSecond, p99, cpu, taken },
          }))
        },
        { args: ['--workers', String(count)] },
      )),
    )
  return rows
}

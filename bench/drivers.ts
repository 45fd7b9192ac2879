/*
 * pg against postgres.js: point reads by id over eight connections, alternating, five rounds each.
 * Run with: node bench/drivers.ts postgres://…
 */
import pg from 'pg'
import postgres from 'postgres'

const url = process.argv[2]
if (!url) throw new Error('Give the address of a PostgreSQL server')
const reads = 20_000
const lanes = 8

const pool = new pg.Pool({ connectionString: url, max: lanes })
const other = postgres(url, { max: lanes, onnotice: () => {} })
await pool.query(
  'create table if not exists driver_bench as select n as id, md5(n::text) as name from generate_series(1, 10000) n',
)
await pool.query('create index if not exists driver_bench_id on driver_bench (id)')

async function readsPerSecond(read: (id: number) => Promise<unknown>): Promise<number> {
  const started = performance.now()
  let next = 0
  const lane = async () => {
    while (next < reads) await read((next++ % 10_000) + 1)
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return Math.round((reads * 1000) / (performance.now() - started))
}

const contenders = {
  'pg, prepared by name': (id: number) =>
    pool.query({ name: 'read', text: 'select id, name from driver_bench where id = $1', values: [id] }),
  'pg, as Kysely sends it': (id: number) => pool.query('select id, name from driver_bench where id = $1', [id]),
  'postgres.js': (id: number) => other`select id, name from driver_bench where id = ${id}`,
}
const rounds: Record<string, number[]> = {}
for (const read of Object.values(contenders)) await readsPerSecond(read)
for (let round = 0; round < 5; round += 1)
  for (const [name, read] of Object.entries(contenders)) {
    rounds[name] ??= []
    rounds[name].push(await readsPerSecond(read))
  }
for (const [name, figures] of Object.entries(rounds))
  process.stdout.write(`${name}: median ${figures.sort((a, b) => a - b)[2]} reads/s (${figures.join(', ')})\n`)
await pool.query('drop table driver_bench')
await Promise.all([pool.end(), other.end()])

import { startEmbeddedPostgres } from '../server/database/embedded/start.ts'

/*
 * A process that only runs a PostgreSQL, so that a proof can kill both: if only the database is killed, the shop
 * restarts it.
 */

const postgres = await startEmbeddedPostgres({ dataDir: process.argv[2] ?? '' })
process.stdout.write(`${JSON.stringify({ url: postgres.url, adminUrl: postgres.adminUrl })}\n`)
process.on('SIGTERM', () => void postgres.stop().then(() => process.exit(0)))

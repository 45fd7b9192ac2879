import { startEmbeddedPostgres } from '../server/database/embedded/start.ts'

/*
 * A process that runs a PostgreSQL and nothing else, so that a proof can kill both: whoever only kills the database sees
 * the shop start it again.
 */

const postgres = await startEmbeddedPostgres({ dataDir: process.argv[2] ?? '' })
process.stdout.write(`${JSON.stringify({ url: postgres.url, adminUrl: postgres.adminUrl })}\n`)
process.on('SIGTERM', () => void postgres.stop().then(() => process.exit(0)))

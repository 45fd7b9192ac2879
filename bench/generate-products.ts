import { sql } from 'kysely'
import { catalogue } from '../demo/catalogue.ts'
import { type Db, inTransaction, type Tx } from '../server/database/database.ts'
import { indexPending } from '../server/search/index/index-products.ts'
import { indexesOf, insertGenerated, type NameParts, picturesByName } from './generated-queries.ts'

// Invented brands.
const brands: NameParts = [
  { en: 'Baan Suan', th: 'บ้านสวน' },
  { en: 'Rai Tawan', th: 'ไร่ตะวัน' },
  { en: 'Suan Lung Chai', th: 'สวนลุงชัย' },
  { en: 'Pa Noi', th: 'ป้าน้อย' },
  { en: 'Khun Yai', th: 'คุณยาย' },
  { en: 'Fah Sai', th: 'ฟ้าใส' },
  { en: 'Din Dee', th: 'ดินดี' },
  { en: 'Ton Kla', th: 'ต้นกล้า' },
  { en: 'Nam Kang', th: 'น้ำค้าง' },
  { en: 'Mae Malee', th: 'แม่มะลิ' },
  { en: 'Thung Thong', th: 'ทุ่งทอง' },
  { en: 'Doi Mok', th: 'ดอยหมอก' },
  { en: 'Suan Sabai', th: 'สวนสบาย' },
  { en: 'Rim Nam', th: 'ริมน้ำ' },
  { en: 'Chao Na', th: 'ชาวนา' },
  { en: 'Hom Krun', th: 'หอมกรุ่น' },
  { en: 'Im Aroi', th: 'อิ่มอร่อย' },
  { en: 'Sod Jai', th: 'สดใจ' },
  { en: 'Kaset Sukjai', th: 'เกษตรสุขใจ' },
  { en: 'Ban Rai', th: 'บ้านไร่' },
]

const places: NameParts = [
  { en: 'from Chiang Mai', th: 'จากเชียงใหม่' },
  { en: 'from Chiang Rai', th: 'จากเชียงราย' },
  { en: 'from Nan', th: 'จากน่าน' },
  { en: 'from Lampang', th: 'จากลำปาง' },
  { en: 'from Phetchabun', th: 'จากเพชรบูรณ์' },
  { en: 'from Loei', th: 'จากเลย' },
  { en: 'from Khon Kaen', th: 'จากขอนแก่น' },
  { en: 'from Ubon', th: 'จากอุบลราชธานี' },
  { en: 'from Surin', th: 'จากสุรินทร์' },
  { en: 'from Korat', th: 'จากโคราช' },
  { en: 'from Saraburi', th: 'จากสระบุรี' },
  { en: 'from Nakhon Pathom', th: 'จากนครปฐม' },
  { en: 'from Ratchaburi', th: 'จากราชบุรี' },
  { en: 'from Phetchaburi', th: 'จากเพชรบุรี' },
  { en: 'from Chanthaburi', th: 'จากจันทบุรี' },
  { en: 'from Rayong', th: 'จากระยอง' },
  { en: 'from Chumphon', th: 'จากชุมพร' },
  { en: 'from Surat Thani', th: 'จากสุราษฎร์ธานี' },
  { en: 'from Trang', th: 'จากตรัง' },
  { en: 'from Songkhla', th: 'จากสงขลา' },
]

const packs: NameParts = [
  { en: '', th: '' },
  { en: '', th: '' },
  { en: ', small', th: ' ขนาดเล็ก' },
  { en: ', large', th: ' ขนาดใหญ่' },
  { en: ', family pack', th: ' แพ็กครอบครัว' },
  { en: ', pack of 2', th: ' แพ็กคู่' },
  { en: ', pack of 3', th: ' แพ็ก 3' },
  { en: ', gift box', th: ' กล่องของขวัญ' },
]

const sizes = {
  /** Rows of one statement: few enough to stay far below the connection's time limit. */
  batch: 25_000,
  /** From this count on, rebuilding indexes once is faster than updating them row by row. */
  rebuildFrom: 50_000,
}

/**
 * Adds `count` products for benchmarks, spread over the categories like the demo catalogue, with its pictures if it is
 * loaded. The same seed makes the same names, prices and stock; ids are new and ordered. One transaction. From 50,000
 * on the table is locked meanwhile, and rebuilding its indexes needs a connection without a time limit.
 */
export async function generateProducts(
  db: Db,
  count: number,
  { seed = 1, batch = sizes.batch, rebuildFrom = sizes.rebuildFrom }: { seed?: number } & Partial<typeof sizes> = {},
): Promise<void> {
  if (!Number.isSafeInteger(count) || count < 0) throw new RangeError(`not a number of products: ${count}`)
  if (!Number.isSafeInteger(seed) || seed < 0 || seed > 1e12) throw new RangeError(`not a seed: ${seed}`)
  const names = catalogue.map((product) => product.name)
  const pictures = new Map((await picturesByName(db, names)).map((product) => [product.name, product.pictures]))
  const templates = catalogue.map((product) => ({ ...product, pictures: pictures.get(product.name) ?? [] }))
  // The past, so that the last id isn't ahead of the clock.
  const epoch = Date.now() - Math.ceil(count / 4096)
  await inTransaction(db, async (tx) => {
    const indexes = count >= rebuildFrom ? await indexesOf(tx, 'product') : []
    for (const { name } of indexes) await runSql(tx, `drop index ${name}`)
    for (let from = 0; from < count; from += batch)
      await insertGenerated(
        tx,
        { from, to: Math.min(from + batch, count) - 1, seed, epoch },
        { templates, brands, places, packs },
      )
    if (indexes.length > 0) await sql`set local maintenance_work_mem = '256MB'`.execute(tx)
    for (const { definition } of indexes) await runSql(tx, definition)
  })
  await withoutIndexes(db, count >= rebuildFrom, () => indexPending(db, { batch: 2000 }))
  // Updates statistics, and the visibility map for index-only scans.
  await sql`vacuum (analyze) product, search_entry, search_word, search_pending`.execute(db)
}

/** Indexes for the search without updating its indexes row by row, if there are many products. */
async function withoutIndexes(db: Db, many: boolean, work: () => Promise<unknown>): Promise<void> {
  const indexes = many ? await inTransaction(db, (tx) => indexesOf(tx, 'search_entry')) : []
  for (const { name } of indexes) await sql.raw(`drop index ${name}`).execute(db)
  await work()
  await db.connection().execute(async (connection) => {
    await sql`set maintenance_work_mem = '256MB'`.execute(connection)
    for (const { definition } of indexes) await sql.raw(definition).execute(connection)
    await sql`reset maintenance_work_mem`.execute(connection)
  })
}

async function runSql(tx: Tx, text: string): Promise<void> {
  await sql.raw(text).execute(tx)
}

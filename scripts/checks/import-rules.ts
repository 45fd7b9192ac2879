/*
 * The rules of imports; `npm run check` enforces them, and scripts/checks/checkers.test.ts tests each kind of rule with
 * an import that breaks it. Import cycles and relative imports of missing files are errors too.
 */

/** Files of the project by the start of their path or by a test of it. A package's path starts with node_modules/. */
type Files = (string | ((path: string) => boolean))[]

export type ImportRule = {
  name: string
  why: string
  /** These files … */
  from: Files
  fromExcept?: Files
  /** … may not import those. */
  to: Files
  toExcept?: Files
  /** Type-only imports are allowed. */
  typesAllowed?: boolean
}

/**
 * The contract's folders, lowest first: each may import the folders below it. Files beside the folders may import all.
 */
export const contractLayers = [
  'values',
  'messages',
  'catalog',
  'pricing',
  'payments',
  'orders',
  'reports',
  'delivery',
  'staff',
  'settings',
  'paths',
  'entities',
  'calls',
]

/** The server's layers, lowest first: each may import the layers below it. The capabilities may import all of them. */
export const serverLayers = ['common', 'start', 'database', 'domain', 'http']

/** The capabilities, and the neighbours that each may import. */
const capabilities = {
  accounts: ['mail'],
  addresses: [],
  cart: [],
  catalog: ['media', 'promotions', 'search', 'settings'],
  delivery: ['settings'],
  documents: ['orders', 'reports'],
  mail: [],
  maintenance: ['documents', 'mail', 'media', 'orders'],
  media: [],
  notices: ['delivery'],
  orders: [
    'addresses',
    'cart',
    'catalog',
    'delivery',
    'mail',
    'media',
    'notices',
    'payments',
    'promotions',
    'settings',
  ],
  pages: [],
  payments: ['media'],
  promotions: ['settings'],
  reports: ['catalog'],
  riders: ['delivery', 'mail', 'media', 'orders'],
  search: [],
  'seller-app': [],
  settings: ['media'],
  staff: ['accounts', 'delivery', 'mail', 'riders', 'settings'],
}

/** The web app's layers, lowest first: each may import the layers below it. Its capabilities may import all of them. */
export const webLayers = ['messages', 'ui', 'product', 'client', 'page', 'cart']

/** The web app's capabilities, and the neighbours that each may import. */
const webCapabilities = {
  accounts: ['addresses'],
  addresses: [],
  catalog: [],
  checkout: ['accounts', 'addresses', 'orders'],
  contact: [],
  orders: ['addresses'],
  seller: ['accounts', 'addresses', 'checkout', 'orders'],
  shell: ['accounts', 'addresses'],
}

/**
 * The layers of the seller's area, lowest first: each may import the layers below it. Its screens may import all of
 * them.
 */
export const sellerLayers = ['client', 'drafts', 'ui', 'form', 'order-ui', 'account', 'taps', 'area']

/** The folders of the seller's screens. */
const sellerScreens = [
  'orders',
  'delivery',
  'money',
  'notices',
  'products',
  'promotions',
  'reports',
  'trip',
  'search',
  'settings',
  'slips',
  'staff',
  'today',
  'windows',
]

/**
 * Folders that are divided by subject, lowest first: each part may import the parts below it. In the server, routes and
 * tasks may be beside the parts, above all of them, and other files, which import none of them. In the web app no file
 * is beside them.
 */
export const parts: Record<string, string[]> = {
  'server/accounts/': ['second-factor', 'passkeys', 'sellers'],
  'server/catalog/': ['list', 'edit', 'import'],
  'server/delivery/': ['promise', 'zones', 'assignments', 'windows', 'settings'],
  'server/http/': ['request', 'calls', 'bodies', 'responses', 'admission', 'app'],
  'server/maintenance/': ['backup', 'demo', 'health'],
  'server/orders/': ['money', 'steps', 'placing', 'paying', 'promptpay'],
  'server/payments/': ['slip', 'sandbox'],
  'server/riders/': ['photos', 'cash', 'trip', 'taps', 'track'],
  'server/search/': ['text', 'understanding', 'index', 'finding', 'synonyms'],
  'web/checkout/': ['placing', 'paying', 'screen'],
  'web/orders/': ['facts', 'windows', 'documents', 'screen'],
  'web/seller/orders/': ['steps', 'money', 'list'],
  'web/seller/products/': ['draft', 'list', 'form'],
}

/** The folders of code that are checked. */
export const folders = [
  'contract/',
  'server/',
  'web/',
  'demo/',
  'cli/',
  'bench/',
  'proofs/',
  'e2e/',
  'testing/',
  'scripts/',
]

const tests: Files = [(path) => /\.test(-setup)?\.tsx?$/.test(path), 'testing/']
const schemas = ['contract/calls.ts', 'contract/calls/', 'contract/entities/']
const zod = 'node_modules/zod/'
const fastify = ['node_modules/fastify/', 'node_modules/@fastify/']
const capabilityFolders = Object.keys(capabilities).map((name) => `server/${name}/`)
const belowAllOfWeb = ['web/paraglide/', 'web/pictures/', 'web/shop-clock.ts', 'web/shop.ts', 'web/store.ts']
const partsOf = (folder: string) => parts[folder]?.map((part) => `${folder}${part}/`) ?? [folder]
const besideParts = (folder: string) => (path: string) =>
  folder.startsWith('server/') && path.startsWith(folder) && !path.includes('/', folder.length)
const isRoutes = (path: string) => path.startsWith('server/') && path.endsWith('routes.ts')
const isQueries = (path: string) => path.startsWith('server/') && path.endsWith('queries.ts')

export const importRules: ImportRule[] = [
  {
    name: 'every-folder-is-listed',
    why: 'No rule would apply to a folder that is in none of the lists above.',
    from: ['contract/', 'server/', 'web/'],
    fromExcept: [
      (path) => path.split('/').length === 2,
      ...contractLayers.map((name) => `contract/${name}/`),
      ...Object.keys(parts).map(besideParts),
      ...[...serverLayers, ...Object.keys(capabilities)].flatMap((name) => partsOf(`server/${name}/`)),
      ...[...webLayers, ...Object.keys(webCapabilities)]
        .filter((name) => name !== 'seller')
        .flatMap((name) => partsOf(`web/${name}/`)),
      ...[...sellerLayers, ...sellerScreens].flatMap((name) => partsOf(`web/seller/${name}/`)),
    ],
    to: [''],
  },
  {
    name: 'contract-imports-nothing',
    why: 'The contract is what browser and server share: it imports no other code of the project.',
    from: ['contract/'],
    fromExcept: tests,
    to: [...folders, 'shop.config.ts'],
    toExcept: ['contract/'],
  },
  {
    name: 'contract-imports-zod-only',
    why: 'The contract is pure: zod is the only package that it imports.',
    from: ['contract/'],
    fromExcept: tests,
    to: [''],
    toExcept: ['contract/', zod],
  },
  ...contractLayers.map((layer, height) => ({
    name: `contract-${layer}-imports-from-below`,
    why: 'A folder of the contract imports only the folders below it.',
    from: [`contract/${layer}/`],
    fromExcept: tests,
    to: ['contract/'],
    toExcept: contractLayers.slice(0, height + 1).map((below) => `contract/${below}/`),
  })),
  {
    name: 'web-never-imports-server',
    why: 'The browser would download the server’s code. The web app reads and writes through the calls of the contract.',
    from: ['web/'],
    to: ['server/', 'cli/', 'bench/', 'proofs/', 'e2e/', 'scripts/'],
  },
  {
    name: 'web-reads-settings-from-the-page',
    why: 'The server sends the shop’s settings with each page; web/shop.ts reads them. An import would put them into the build.',
    from: ['web/'],
    fromExcept: tests,
    to: ['shop.config.ts', 'demo/'],
  },
  {
    name: 'server-never-imports-web',
    why: 'The server renders the built web app and knows nothing of its sources.',
    from: ['server/'],
    fromExcept: tests,
    to: ['web/', 'demo/', 'cli/', 'bench/', 'proofs/', 'e2e/', 'scripts/'],
    toExcept: ['demo/load-demo.ts', 'demo/bangkok/shop.ts'],
  },
  {
    name: 'no-zod-in-the-browser-at-run-time',
    why: 'The server validates with the schemas; in the browser they would only add weight. Importing their types adds none.',
    from: ['web/'],
    fromExcept: tests,
    to: [...schemas, zod],
    typesAllowed: true,
  },
  {
    name: 'no-zod-through-the-contract-at-run-time',
    why: 'What the browser imports of the contract must not import zod.',
    from: ['contract/'],
    fromExcept: [...schemas, ...tests],
    to: [...schemas, zod],
    typesAllowed: true,
  },
  ...serverLayers.map((layer, height) => ({
    name: `server-${layer}-imports-from-below`,
    why: 'A layer of the server imports only the layers below it.',
    from: [`server/${layer}/`],
    fromExcept: tests,
    to: ['server/'],
    toExcept: serverLayers.slice(0, height + 1).map((below) => `server/${below}/`),
  })),
  ...Object.entries(capabilities).map(([name, neighbours]) => ({
    name: `${name}-imports-its-neighbours-only`,
    why: 'A capability imports the contract, the layers below and its listed neighbours only.',
    from: [`server/${name}/`],
    fromExcept: tests,
    to: ['server/', 'shop.config.ts'],
    toExcept: [...serverLayers, name, ...neighbours].map((folder) => `server/${folder}/`),
  })),
  ...webLayers.map((layer, height) => ({
    name: `web-${layer}-imports-from-below`,
    why: 'A layer of the web app imports only the layers below it.',
    from: [`web/${layer}/`],
    fromExcept: tests,
    to: ['web/'],
    toExcept: [...belowAllOfWeb, ...webLayers.slice(0, height + 1).map((below) => `web/${below}/`)],
  })),
  ...Object.entries(webCapabilities).map(([name, neighbours]) => ({
    name: `web-${name}-and-its-neighbours`,
    why: 'A capability of the web app imports only the layers and its named neighbours.',
    from: [`web/${name}/`],
    fromExcept: tests,
    to: ['web/'],
    toExcept: [...belowAllOfWeb, ...[...webLayers, name, ...neighbours].map((folder) => `web/${folder}/`)],
  })),
  ...sellerLayers.map((layer, height) => ({
    name: `seller-${layer}-imports-from-below`,
    why: 'A layer of the seller’s area imports only the layers below it.',
    from: [`web/seller/${layer}/`],
    fromExcept: tests,
    to: ['web/seller/'],
    toExcept: sellerLayers.slice(0, height + 1).map((below) => `web/seller/${below}/`),
  })),
  ...sellerScreens.map((name) => ({
    name: `seller-${name}-imports-no-screen`,
    why: 'A screen of the seller’s area imports only its layers: what two screens share is in one of these.',
    from: [`web/seller/${name}/`],
    fromExcept: tests,
    to: ['web/seller/'],
    toExcept: [...sellerLayers, name].map((folder) => `web/seller/${folder}/`),
  })),
  ...Object.keys(parts).flatMap((folder) =>
    partsOf(folder).map((part, height, all) => ({
      name: `${part.slice(0, -1).replaceAll('/', '-')}-imports-from-below`,
      why: 'A part of a folder imports only the parts below it.',
      from: [part],
      fromExcept: tests,
      to: [folder],
      toExcept: [besideParts(folder), ...all.slice(0, height + 1)],
    })),
  ),
  ...Object.keys(parts).map((folder) => ({
    name: 'only-routes-and-tasks-beside-parts-import-them',
    why: 'Every part may import the other files beside the parts, so these import no part.',
    from: [besideParts(folder)],
    fromExcept: [isRoutes, (path: string) => path.endsWith('/tasks.ts'), ...tests],
    to: [folder],
    toExcept: [besideParts(folder)],
  })),
  {
    name: 'demo-cli-and-testing-import-the-server',
    why: 'The demo, the owner’s commands and the test helpers use the server, without a browser.',
    from: ['demo/', 'cli/', 'testing/'],
    fromExcept: [(path) => path.endsWith('.test.ts')],
    to: ['web/', 'bench/', 'proofs/', 'e2e/', 'scripts/'],
  },
  {
    name: 'e2e-tests-through-the-browser',
    why: 'Browser tests see what users see: of the project they import the contract and the test helpers only.',
    from: ['e2e/'],
    to: ['server/', 'web/', 'demo/', 'cli/', 'bench/', 'proofs/'],
    toExcept: ['server/common/'],
  },
  ...['bench/', 'proofs/'].map((folder) => ({
    name: 'bench-and-proofs-are-separate',
    why: 'Benchmarks and proofs have different set-ups.',
    from: [folder],
    to: ['bench/', 'proofs/', 'e2e/'],
    toExcept: [folder],
  })),
  {
    name: 'scripts-stay-small',
    why: 'The scripts run before anything is built, so they don’t import what they start.',
    from: ['scripts/'],
    fromExcept: tests,
    to: ['web/', 'demo/', 'cli/', 'bench/', 'proofs/', 'e2e/'],
  },
  {
    name: 'queries-never-refuse',
    why: 'A query reads or writes rows; operations decide and refuse, routes know HTTP.',
    from: [isQueries],
    to: ['server/common/refusal.ts', 'server/http/', ...fastify],
  },
  {
    name: 'sql-is-in-queries',
    why: 'To find who reads and writes a table, one opens the queries. Metrics and readiness measure the database itself.',
    from: ['server/'],
    fromExcept: [
      isQueries,
      'server/database/',
      'server/domain/order-conditions.ts',
      'server/domain/payment-conditions.ts',
      'server/maintenance/health/metrics.ts',
      'server/maintenance/health/readiness.ts',
      ...tests,
    ],
    to: ['node_modules/kysely/'],
    typesAllowed: true,
  },
  ...capabilityFolders.map((folder) => ({
    name: 'queries-import-queries-only-at-run-time',
    why: 'Calls go from routes to operations to queries, never back.',
    from: [(path: string) => path.startsWith(folder) && isQueries(path)],
    to: [folder],
    toExcept: [(path: string) => /(-to-wire|[/-]queries)\.ts$/.test(path)],
    typesAllowed: true,
  })),
  {
    name: 'operations-know-no-http',
    why: 'An operation is called by routes, jobs and commands alike. Only the files excepted here may know HTTP.',
    from: capabilityFolders,
    fromExcept: [(path) => /(routes|-replies|-form|-request|metrics)\.ts$/.test(path), ...tests],
    to: ['server/http/', ...fastify],
  },
  {
    name: 'routes-open-no-transactions',
    why: 'A route calls one operation, which opens the transaction.',
    from: [isRoutes],
    to: ['server/database/database.ts'],
    typesAllowed: true,
  },
  {
    name: 'nothing-imports-routes',
    why: 'Routes are the top layer: only app.ts imports them.',
    from: ['server/'],
    fromExcept: ['server/app.ts', ...tests],
    to: [isRoutes],
  },
  {
    name: 'product-code-imports-no-tests',
    why: 'Code for tests doesn’t belong into the product.',
    from: ['contract/', 'server/', 'web/', 'cli/'],
    fromExcept: tests,
    to: tests,
  },
]

/** Returns whether a path is among some files, and not among the exceptions. */
export function isAmong(path: string, files: Files, except: Files = []): boolean {
  const has = (each: Files[number]) => (typeof each === 'string' ? path.startsWith(each) : each(path))
  return files.some(has) && !except.some(has)
}

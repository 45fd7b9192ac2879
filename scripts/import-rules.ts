/*
 * Which files may import which; `npm run check` enforces it, and scripts/checkers.test.ts plants an import that breaks
 * each kind of rule. Import cycles and relative imports of missing files are refused as well.
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
  /** Importing the types alone is fine. */
  typesPass?: boolean
}

/** The server's layers, lowest first: each may import those before it. The capabilities may import all of them. */
const serverLayers = ['common', 'start', 'database', 'http']

/** The capabilities, and what each may take from its neighbours. */
const capabilities = {
  accounts: ['mail'],
  addresses: [],
  cart: [],
  catalog: ['media'],
  checkout: ['addresses', 'cart', 'catalog', 'mail', 'media', 'payments', 'settings'],
  mail: [],
  media: [],
  operations: ['mail', 'media'],
  pages: [],
  payments: ['media'],
  reports: ['catalog'],
  settings: [],
}

/** The web app's floors, lowest first: each may import those below it. */
const webLayers = [
  'messages',
  'ui',
  'product',
  'client',
  'page',
  'cart',
  'addresses',
  'accounts',
  'catalog',
  'contact',
  'orders',
  'checkout',
  'seller',
  'shell',
]

/** The seller's screens, each on those below it. */
const sellerLayers = ['area', 'orders', 'products', 'today']

/** Every folder of code that is checked. */
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
const schemas = ['contract/calls.ts', 'contract/entities.ts']
const zod = 'node_modules/zod/'
const fastify = ['node_modules/fastify/', 'node_modules/@fastify/']
const capabilityFolders = Object.keys(capabilities).map((name) => `server/${name}/`)
const isQueries = (path: string) => path.startsWith('server/') && path.endsWith('queries.ts')

export const importRules: ImportRule[] = [
  {
    name: 'every-folder-is-listed',
    why: 'A folder in none of the lists above would be held to no rule.',
    from: ['server/', 'web/'],
    fromExcept: [
      (path) => path.split('/').length === 2,
      ...[...serverLayers, ...Object.keys(capabilities)].map((name) => `server/${name}/`),
      ...webLayers.filter((name) => name !== 'seller').map((name) => `web/${name}/`),
      ...sellerLayers.map((name) => `web/seller/${name}/`),
    ],
    to: [''],
  },
  {
    name: 'contract-imports-nothing',
    why: 'The contract is what browser and server agree on: it imports nothing of ours.',
    from: ['contract/'],
    to: [...folders, 'shop.config.ts'],
    toExcept: ['contract/'],
  },
  {
    name: 'contract-takes-zod-only',
    why: 'The contract is pure: of all packages it takes zod.',
    from: ['contract/'],
    fromExcept: tests,
    to: [''],
    toExcept: ['contract/', zod],
  },
  {
    name: 'web-never-imports-server',
    why: 'The browser would get the server’s code. The web app reads and writes through the calls of the contract.',
    from: ['web/'],
    to: ['server/', 'demo/', 'cli/', 'bench/', 'proofs/', 'e2e/', 'testing/', 'scripts/'],
  },
  {
    name: 'web-reads-settings-from-the-page',
    why: 'The server sends the shop’s settings with each page; web/shop.ts reads them. An import would build them in.',
    from: ['web/'],
    fromExcept: tests,
    to: ['shop.config.ts'],
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
    why: 'The schemas check on the server; in the browser they would only weigh. Their types are free.',
    from: ['web/'],
    fromExcept: tests,
    to: [...schemas, zod],
    typesPass: true,
  },
  {
    name: 'no-zod-behind-the-browser-at-run-time',
    why: 'What the browser takes of the contract must not bring zod along.',
    from: ['contract/'],
    fromExcept: [...schemas, ...tests],
    to: [...schemas, zod],
    typesPass: true,
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
    name: `${name}-and-its-neighbours`,
    why: 'A capability takes from the contract, the layers below and its named neighbours only.',
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
    toExcept: [
      ...[...webLayers.slice(0, height + 1), 'paraglide', 'pictures'].map((below) => `web/${below}/`),
      'web/shop.ts',
      'web/store.ts',
    ],
  })),
  ...sellerLayers.map((layer, height) => ({
    name: `seller-${layer}-imports-from-below`,
    why: 'The seller’s screens share what is in area/; Today reads the orders’ words.',
    from: [`web/seller/${layer}/`],
    fromExcept: tests,
    to: ['web/seller/'],
    toExcept: sellerLayers.slice(0, height + 1).map((below) => `web/seller/${below}/`),
  })),
  {
    name: 'demo-cli-and-testing-import-the-server',
    why: 'The demo, the owner’s commands and the kit for tests work with the server, without a browser.',
    from: ['demo/', 'cli/', 'testing/'],
    fromExcept: [(path) => path.endsWith('.test.ts')],
    to: ['web/', 'bench/', 'proofs/', 'e2e/', 'scripts/'],
  },
  {
    name: 'e2e-comes-through-the-browser',
    why: 'Browser tests see what people see: of the shop’s code they take the contract and the kit for tests.',
    from: ['e2e/'],
    to: ['server/', 'web/', 'demo/', 'cli/', 'bench/', 'proofs/'],
    toExcept: ['server/common/'],
  },
  ...['bench/', 'proofs/'].map((folder) => ({
    name: 'bench-and-proofs-are-separate',
    why: 'Figures and proofs come from different set-ups.',
    from: [folder],
    to: ['bench/', 'proofs/', 'e2e/'],
    toExcept: [folder],
  })),
  {
    name: 'scripts-stay-small',
    why: 'The commands run before anything is built; they know little of what they start.',
    from: ['scripts/'],
    fromExcept: tests,
    to: ['web/', 'demo/', 'cli/', 'bench/', 'proofs/', 'e2e/'],
  },
  {
    name: 'queries-only-answer',
    why: 'A query answers; deciding is for operations, and HTTP for routes.',
    from: [isQueries],
    to: ['server/common/refusal.ts', 'server/http/', ...fastify],
  },
  ...capabilityFolders.map((folder) => ({
    name: 'queries-call-nothing-above-at-run-time',
    why: 'The way is routes, operation, queries.',
    from: [(path: string) => path.startsWith(folder) && isQueries(path)],
    to: [folder],
    toExcept: [(path: string) => /(-record|[/-]queries)\.ts$/.test(path)],
    typesPass: true,
  })),
  {
    name: 'operations-know-no-http',
    why: 'An operation decides the same for a route, a job and a command of the owner. HTTP is for the files named here.',
    from: capabilityFolders,
    fromExcept: [(path) => /(routes|-form|metrics)\.ts$/.test(path), ...tests],
    to: ['server/http/', ...fastify],
    toExcept: ['server/http/zod-refusal.ts', 'server/http/language.ts'],
  },
  {
    name: 'nothing-imports-routes',
    why: 'Routes are the outermost: only the wiring takes them.',
    from: ['server/'],
    fromExcept: ['server/app.ts', ...tests],
    to: [(path) => path.startsWith('server/') && path.endsWith('routes.ts')],
  },
  {
    name: 'product-code-imports-no-tests',
    why: 'What is made for tests stays with tests.',
    from: ['contract/', 'server/', 'web/', 'cli/'],
    fromExcept: tests,
    to: tests,
  },
]

/** Whether a path is among some files, and not among others. */
export function isAmong(path: string, files: Files, except: Files = []): boolean {
  const has = (each: Files[number]) => (typeof each === 'string' ? path.startsWith(each) : each(path))
  return files.some(has) && !except.some(has)
}

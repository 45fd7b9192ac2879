/*
 * Who may import whom; `npm run check` holds it. A rule is only worth something if the checker sees it broken:
 * scripts/checkers.test.ts plants violations. Rules that end in -at-run-time let imports of types pass.
 */

/** The server's floors, lowest first: each may import those below it. The capabilities stand on all of them. */
const serverFloors = ['common', 'start', 'database', 'http']

/** The capabilities, and what each may take from its neighbours. */
const capabilities = {
  accounts: ['mail'],
  addresses: [],
  cart: [],
  catalog: ['media'],
  checkout: ['addresses', 'cart', 'catalog', 'mail', 'payments'],
  mail: [],
  media: [],
  operations: ['mail', 'media'],
  pages: [],
  payments: [],
  reports: ['catalog'],
}

/** The web app's floors, lowest first: each may import those below it. */
const webFloors = [
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
const sellerFloors = ['area', 'orders', 'products', 'today']

const ours = '^(contract|server|web|demo|cli|bench|proofs|e2e|testing|scripts|shop\\.config\\.ts)(/|$)'
const tests = '(\\.test\\.tsx?$|^testing/)'
const schemas = '(^contract/(calls|entities)\\.ts$|node_modules/zod/)'

const rules = [
  {
    name: 'no-circles',
    comment: 'Modules that import each other in a circle can only be understood together.',
    from: {},
    to: { circular: true },
  },
  {
    name: 'no-dead-ends',
    comment: 'An import that leads nowhere breaks at run time.',
    from: {},
    to: { couldNotResolve: true, pathNot: ['^virtual:', '\\+types/'] },
  },
  {
    name: 'contract-stands-alone',
    comment: 'The contract is what browser and server agree on: it imports nothing of ours.',
    from: { path: '^contract/' },
    to: { path: ours, pathNot: '^contract/' },
  },
  {
    name: 'contract-takes-zod-only',
    comment: 'The contract is pure: of all packages it takes zod.',
    from: { path: '^contract/', pathNot: tests },
    to: { pathNot: '(^contract/|node_modules/zod/)' },
  },
  {
    name: 'web-never-imports-server',
    comment: 'The browser would get the server’s code. The web app reads and writes through the calls of the contract.',
    from: { path: '^web/' },
    to: { path: '^(server|demo|cli|bench|proofs|e2e|testing|scripts)/' },
  },
  {
    name: 'server-never-imports-web',
    comment: 'The server renders the built web app and knows nothing of its sources.',
    from: { path: '^server/', pathNot: tests },
    to: { path: '^(web|demo|cli|bench|proofs|e2e|scripts)/', pathNot: '^demo/load-demo\\.ts$' },
  },
  {
    name: 'no-zod-in-the-browser-at-run-time',
    comment: 'The schemas check on the server; in the browser they would only weigh. Their types are free.',
    from: { path: '^web/', pathNot: tests },
    to: { path: schemas },
  },
  {
    name: 'no-zod-behind-the-browser-at-run-time',
    comment: 'What the browser takes of the contract must not bring zod along.',
    from: { path: '^contract/', pathNot: `(^contract/(calls|entities)\\.ts$|${tests})` },
    to: { path: schemas },
  },
  ...serverFloors.map((floor, height) => ({
    name: `server-${floor}-stands-below`,
    comment: 'A floor of the server imports only the floors below it.',
    from: { path: `^server/${floor}/`, pathNot: tests },
    to: { path: '^server/', pathNot: `^server/(${serverFloors.slice(0, height + 1).join('|')})/` },
  })),
  ...Object.entries(capabilities).map(([name, neighbours]) => ({
    name: `${name}-and-its-neighbours`,
    comment: 'A capability takes from the contract, the floors below and its named neighbours only.',
    from: { path: `^server/${name}/`, pathNot: tests },
    to: {
      path: '^(server|shop\\.config)',
      pathNot: `^server/(${[...serverFloors, name, ...neighbours].join('|')})/`,
    },
  })),
  ...webFloors.map((floor, height) => ({
    name: `web-${floor}-stands-below`,
    comment: 'A floor of the web app imports only the floors below it.',
    from: { path: `^web/${floor}/`, pathNot: tests },
    to: {
      path: '^web/',
      pathNot: `^web/((${webFloors.slice(0, height + 1).join('|')}|paraglide|pictures)/|store\\.ts$)`,
    },
  })),
  ...sellerFloors.map((floor, height) => ({
    name: `seller-${floor}-stands-below`,
    comment: 'The seller’s screens share what is in area/; Today reads the orders’ words.',
    from: { path: `^web/seller/${floor}/`, pathNot: tests },
    to: { path: '^web/seller/', pathNot: `^web/seller/(${sellerFloors.slice(0, height + 1).join('|')})/` },
  })),
  {
    name: 'demo-cli-and-testing-stand-on-the-server',
    comment: 'The demo, the owner’s commands and the kit for tests work with the server, without a browser.',
    from: { path: '^(demo|cli|testing)/', pathNot: '\\.test\\.ts$' },
    to: { path: '^(web|bench|proofs|e2e|scripts)/' },
  },
  {
    name: 'e2e-comes-through-the-browser',
    comment: 'Browser tests see what people see: of the shop’s code they take the contract and the kit for tests.',
    from: { path: '^e2e/' },
    to: { path: '^(server/(?!common/)|web|demo|cli|bench|proofs)' },
  },
  {
    name: 'bench-and-proofs-stand-apart',
    comment: 'Figures and proofs come from different set-ups.',
    from: { path: '^(bench|proofs)/' },
    to: { path: '^(bench|proofs|e2e)/', pathNot: '^$1/' },
  },
  {
    name: 'scripts-stay-small',
    comment: 'The commands run before anything is built; they know little of what they start.',
    from: { path: '^scripts/', pathNot: tests },
    to: { path: '^(web|demo|cli|bench|proofs|e2e)/' },
  },
  {
    name: 'queries-only-answer',
    comment: 'A query answers; deciding is for operations, and HTTP for routes.',
    from: { path: '^server/[^/]+/.*queries\\.ts$' },
    to: {
      path: ['^server/common/refusal\\.ts$', '^server/http/(?!sessions\\.ts$)', '^node_modules/(@fastify|fastify)/'],
    },
  },
  {
    name: 'queries-call-nothing-above-at-run-time',
    comment: 'The way is routes, operation, queries.',
    from: { path: '^server/([^/]+)/.*queries\\.ts$' },
    to: { path: '^server/$1/', pathNot: '(-record|[/-]queries)\\.ts$' },
  },
  {
    name: 'operations-know-no-http',
    comment:
      'An operation decides, whoever asks: a route, a job or a command of the owner. HTTP is for the files named here.',
    from: {
      path: `^server/(${Object.keys(capabilities).join('|')})/`,
      pathNot: `(routes|-form|live-[^/]*|metrics)\\.ts$|${tests}`,
    },
    to: { path: ['^node_modules/(@fastify|fastify)/', '^server/http/(?!(sessions|zod-refusal|language)\\.ts$)'] },
  },
  {
    name: 'nothing-imports-routes',
    comment: 'Routes are the outermost: only the wiring takes them.',
    from: { path: '^server/', pathNot: `(^server/app\\.ts$|${tests})` },
    to: { path: '^server/[^/]+/[^/]*routes\\.ts$' },
  },
  {
    name: 'product-code-imports-no-tests',
    comment: 'What is made for tests stays with tests.',
    from: { path: '^(contract|server|web|cli)/', pathNot: tests },
    to: { path: tests },
  },
]

module.exports = {
  forbidden: rules.map((rule) => ({ ...rule, severity: 'error' })),
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^web/paraglide/|^\\.react-router/|\\+types/)' },
    tsPreCompilationDeps: true,
    // TypeScript 7 has no interface for programs; without another parser no .ts file is read, and none found wanting.
    parser: 'swc',
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
}

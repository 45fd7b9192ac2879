/*
 * Who may import whom; `npm run check` holds it. A rule is only worth something if the checker sees it broken:
 * scripts/checkers.test.ts plants violations. Rules that end in -at-run-time let imports of types pass.
 */

const capabilities = [
  'accounts',
  'addresses',
  'cart',
  'catalog',
  'checkout',
  'mail',
  'media',
  'operations',
  'pages',
  'payments',
  'reports',
]

/** What a capability may take from its neighbours. Everything else goes through the platform or the contract. */
const neighbours = {
  accounts: ['mail'],
  addresses: [],
  cart: [],
  catalog: ['media'],
  checkout: ['addresses', 'cart', 'catalog', 'mail', 'payments'],
  mail: [],
  media: [],
  operations: ['mail', 'media'],
  pages: [],
  payments: ['mail'],
  reports: ['catalog'],
}

const ours = '^(contract|server|web|demo|cli|bench|proofs|e2e|scripts|shop\\.config\\.ts)(/|$)'
const tests = '(\\.test\\.tsx?$|/testing[^/]*\\.ts$)'
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
    to: { path: '^(server|demo|cli|bench|proofs)/' },
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
  {
    name: 'platform-knows-no-capability',
    comment: 'Every capability stands on the platform, so the platform can stand on none.',
    from: { path: '^server/platform/', pathNot: tests },
    to: { path: `^server/(${capabilities.join('|')}|app|main)` },
  },
  ...capabilities.map((name) => ({
    name: `${name}-and-its-neighbours`,
    comment: 'A capability takes from the contract, the platform and its named neighbours only.',
    from: { path: `^server/${name}/`, pathNot: tests },
    to: { path: '^(server|shop\\.config)', pathNot: `^server/(platform|${[name, ...neighbours[name]].join('|')})/` },
  })),
  {
    name: 'queries-only-answer',
    comment: 'A query answers; deciding is for operations, and HTTP for routes.',
    from: { path: '^server/[^/]+/.*queries\\.ts$' },
    to: { path: ['^server/platform/(refusal|edge)\\.ts$', '^node_modules/(@fastify|fastify)/'] },
  },
  {
    name: 'queries-call-nothing-above-at-run-time',
    comment: 'The way is routes, operation, queries.',
    from: { path: '^server/([^/]+)/.*queries\\.ts$' },
    to: { path: '^server/$1/', pathNot: '(-record|[/-]queries)\\.ts$' },
  },
  {
    name: 'operations-know-no-http',
    comment: 'An operation decides, whoever asks: a route, a job or a command of the owner.',
    from: {
      path: '^server/[^/]+/(place-order|pay-order|move-order|cancel-order|take-notice|add-product|edit-product|add-address|sign-in|verify-account|reset-password|codes)\\.ts$',
    },
    to: { path: ['^node_modules/(@fastify|fastify)/', '^server/platform/edge\\.ts$'] },
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

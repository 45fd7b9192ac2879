/** Which room may look into which. `npm run check` holds these borders. */
const capabilities = 'catalog|cart|checkout|addresses|accounts|payments|mail|media|pages'
/** What a capability may use of another. Everything else goes through the platform or the contract. */
const neighbours = {
  catalog: 'media',
  cart: '',
  addresses: '',
  accounts: 'mail',
  checkout: 'addresses|cart|catalog|mail',
  mail: '',
  media: '',
  pages: '',
}
const tests = '\\.test\\.tsx?$|testing'

module.exports = {
  forbidden: [
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'nothing-missing',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: ['^virtual:', '^\\./\\+types', '\\+types/'] },
    },
    {
      name: 'contract-stands-alone',
      comment: 'The contract imports nothing of ours, and of others only zod.',
      severity: 'error',
      from: { path: '^contract/', pathNot: tests },
      to: { pathNot: ['^contract/', '^node_modules/zod/'] },
    },
    {
      name: 'browser-carries-no-validator-at-run-time',
      comment: 'Schemas stay on the server; screens import their types only.',
      severity: 'error',
      from: { path: '^web/', pathNot: tests },
      to: { path: ['^node_modules/zod/', '^contract/(calls|entities)\\.ts$'] },
    },
    {
      name: 'web-never-sees-the-server',
      severity: 'error',
      from: { path: '^web/' },
      to: { path: '^(server|demo|cli|bench)/' },
    },
    {
      name: 'server-never-sees-the-web',
      severity: 'error',
      from: { path: '^(server|contract)/' },
      to: { path: '^web/' },
    },
    {
      name: 'platform-stands-below',
      severity: 'error',
      from: { path: '^server/platform/', pathNot: tests },
      to: { path: `^server/(${capabilities}|app|main)` },
    },
    {
      name: 'queries-refuse-nothing',
      comment: 'A query answers; deciding is for operations, and HTTP for routes.',
      severity: 'error',
      from: { path: '^server/[^/]+/queries\\.ts$' },
      to: { path: ['^server/platform/(refusal|edge)\\.ts$', '^server/[^/]+/routes\\.ts$', '^node_modules/fastify/'] },
    },
    {
      name: 'operations-know-no-http',
      severity: 'error',
      from: {
        path: '^server/[^/]+/(place-order|add-product|add-address|sign-in|verify-account|reset-password|codes)\\.ts$',
      },
      to: { path: ['^node_modules/fastify/', '^server/platform/edge\\.ts$', '/routes\\.ts$'] },
    },
    ...Object.entries(neighbours).map(([room, allowed]) => ({
      name: `neighbours-of-${room}`,
      severity: 'error',
      from: { path: `^server/${room}/`, pathNot: tests },
      to: {
        path: `^server/(${capabilities})/`,
        pathNot: [`^server/${room}/`, ...(allowed ? [`^server/(${allowed})/`] : [])],
      },
    })),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['^web/paraglide/', '^build/', '\\.react-router/'] },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: 'specify',
    parser: 'swc',
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
}

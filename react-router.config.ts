import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'web',
  buildDirectory: 'build',
  ssr: true,
  // The screens are few: naming them all at once saves a request on the first navigation.
  routeDiscovery: { mode: 'initial' },
} satisfies Config

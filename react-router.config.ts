import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'web',
  // The launcher builds beside the last build and swaps the two when the new one is whole.
  buildDirectory: process.env.WEB_BUILD_FOLDER ?? 'build',
  ssr: true,
  // The screens are few: naming them all at once saves a request on the first navigation.
  routeDiscovery: { mode: 'initial' },
} satisfies Config

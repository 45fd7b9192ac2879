import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'web',
  // The launcher builds beside the last build and swaps the two when the new one is whole.
  buildDirectory: process.env.WEB_BUILD_FOLDER ?? 'build',
  ssr: true,
  // The screens are few: naming them all at once saves a request on the first navigation.
  routeDiscovery: { mode: 'initial' },
  // What a list asks in the browser is a few lines: a file for each would cost more than it saves.
  splitRouteModules: false,
} satisfies Config

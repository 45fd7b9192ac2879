import { existsSync } from 'node:fs'
import Module from 'node:module'

/*
 * Kysely is 260 small files, and reading them takes a sixth of a start. The build of the web app puts them into one, and
 * this has it read in their place. npm start loads it before anything else, for each process of the shop; without it, or
 * where nothing is built, the library is read as it comes.
 */

const whole = new URL('../build/server/kysely.js', import.meta.url)

// The Node that only launches the pinned one may be too old for this.
Module.registerHooks?.({
  resolve: (name, context, next) =>
    name === 'kysely' && existsSync(whole)
      ? { url: whole.href, format: 'module', shortCircuit: true }
      : next(name, context),
})

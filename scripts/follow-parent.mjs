import process from 'node:process'

/*
 * Ends this process when its parent has ended. npm runs scripts in a shell: a signal to npm ends npm and the shell, and
 * without this module the server would keep running.
 */
const parent = process.ppid
const poll = setInterval(() => {
  if (process.ppid === parent) return
  clearInterval(poll)
  process.kill(process.pid, 'SIGTERM')
}, 300)
poll.unref()

import process from 'node:process'

/*
 * Ends this process when the one that started it has ended. npm runs scripts in a shell; stopping npm from outside ends
 * npm and the shell, and without this the shop would keep running.
 */
const parent = process.ppid
const look = setInterval(() => {
  if (process.ppid === parent) return
  clearInterval(look)
  process.kill(process.pid, 'SIGTERM')
}, 300)
look.unref()

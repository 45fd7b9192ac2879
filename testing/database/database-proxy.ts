import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { pipeline } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'

/**
 * A proxy to the database that can be cut, forward to another one, or stop forwarding: then neither side notices that
 * the other is gone. In a response, the bytes after `pause` are delayed by 20 ms.
 */
export async function databaseProxy(url: string, { pause }: { pause?: Buffer } = {}) {
  let database = new URL(url)
  const to = new URL(url)
  const sockets = new Set<Socket>()
  const proxy = createServer((client) => {
    const server = connect(Number(database.port), database.hostname)
    for (const socket of [client, server]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        client.destroy()
        server.destroy()
      })
    }
    if (pause) pipeline(client.pipe(server), pausing(pause), client, () => {})
    else client.pipe(server).pipe(client)
  })
  const open = (port: number) => new Promise<void>((resolve) => proxy.listen(port, '127.0.0.1', resolve))
  await open(0)
  const { port } = proxy.address() as AddressInfo
  to.port = String(port)
  return {
    url: to.href,
    cut: () =>
      new Promise<void>((resolve) => {
        proxy.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
    reopen: () => open(port),
    /** Closes the connections; new ones are to the database at `next`. */
    forwardTo: (next: string) => {
      database = new URL(next)
      for (const socket of sockets) socket.destroy()
    },
    /** Stops forwarding on the open connections, which stay open; new ones work. */
    silence: () => {
      for (const socket of sockets) socket.unpipe()
    },
  }
}

function pausing(after: Buffer) {
  return async function* (replies: AsyncIterable<Buffer>) {
    for await (let bytes of replies) {
      for (let index = bytes.indexOf(after); index !== -1; index = bytes.indexOf(after)) {
        yield bytes.subarray(0, index + after.length)
        await wait(20)
        bytes = bytes.subarray(index + after.length)
      }
      yield bytes
    }
  }
}

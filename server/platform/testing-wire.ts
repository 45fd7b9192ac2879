import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A wire to the database that can be cut, or go silent: then neither end hears that the other is gone. */
export async function aWire(url: string) {
  const [database, to] = [new URL(url), new URL(url)]
  const sockets = new Set<Socket>()
  const wire = createServer((client) => {
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
    client.pipe(server).pipe(client)
  })
  const open = (port: number) => new Promise<void>((resolve) => wire.listen(port, '127.0.0.1', resolve))
  await open(0)
  const { port } = wire.address() as AddressInfo
  to.port = String(port)
  return {
    url: to.href,
    cut: () =>
      new Promise<void>((resolve) => {
        wire.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
    mend: () => open(port),
    /** Connections that are open now carry nothing from now on, and stay open; new ones are as good as ever. */
    silence: () => {
      for (const socket of sockets) socket.unpipe()
    },
  }
}

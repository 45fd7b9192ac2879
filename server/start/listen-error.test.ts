import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, test } from 'vitest'
import { StartError } from '../common/start-error.ts'
import { listenError } from './listen-error.ts'

test('a port in use is named, with what to do; other errors stay as they are', async () => {
  const first = createServer().listen(0, '127.0.0.1')
  await once(first, 'listening')
  const { port } = first.address() as AddressInfo
  const [error] = await once(createServer().listen(port, '127.0.0.1'), 'error', {}).catch((error) => [error])
  const told = listenError(error, port, 'PORT')
  expect(told).toBeInstanceOf(StartError)
  expect((told as Error).message).toContain(`Port ${port} is in use`)
  expect((told as Error).message).toContain(`PORT=${port + 1} npm start`)
  expect(String(listenError(error, port, 'METRICS_PORT'))).toContain(`METRICS_PORT=${port + 1} npm start`)
  const other = new Error('no such address')
  expect(listenError(other, port, 'PORT')).toBe(other)
  first.close()
})

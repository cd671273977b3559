import { connect, createServer, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'

export interface CuttingProxy {
  url: string
  /** How often sending each part began. */
  sent: Map<number, number>
  /** The next time this part is sent, the connection breaks after this many bytes. */
  cut(part: number, afterBytes: number): void
  close(): Promise<void>
}

/** A proxy to the object store that can break the connection in the middle of a part. One connection is one request. */
export async function cuttingProxy(target: string): Promise<CuttingProxy> {
  const { hostname, port } = new URL(target)
  const sent = new Map<number, number>()
  const cuts = new Map<number, number>()
  const lines = new Set<Socket>()
  const server = createServer((line) => {
    const store = connect(Number(port), hostname)
    for (const socket of [line, store]) {
      lines.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => lines.delete(socket))
    }
    let left = Infinity
    line.once('data', (head: Buffer) => {
      const part = Number(/^PUT \S*[?&]partNumber=(\d+)/.exec(head.toString('latin1', 0, 4000))?.[1] ?? 0)
      if (!part) return
      sent.set(part, (sent.get(part) ?? 0) + 1)
      left = cuts.get(part) ?? Infinity
      cuts.delete(part)
    })
    line.on('data', (piece: Buffer) => {
      left -= piece.length
      if (left < 0) {
        line.resetAndDestroy()
        store.destroy()
      } else if (!store.write(piece)) line.pause()
    })
    store.on('drain', () => line.resume())
    store.pipe(line)
    line.on('close', () => store.destroy())
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sent,
    cut: (part, afterBytes) => void cuts.set(part, afterBytes),
    close: () =>
      new Promise((done) => {
        for (const socket of lines) socket.destroy()
        server.close(() => done())
      }),
  }
}

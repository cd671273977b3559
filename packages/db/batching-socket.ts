import { Socket } from 'node:net'

/**
 * A socket that sends what is written in one turn of the event loop in one packet: the opening of a transaction together
 * with its first statements. Each packet costs a system call here and wakes the backend there.
 */
export function createBatchingSocket(): Socket {
  const socket = new Socket()
  let isCollecting = false
  const collect = () => {
    if (isCollecting) return
    isCollecting = true
    socket.cork()
    // Promises that are already settled continue first; their statements belong to this packet.
    queueMicrotask(() => process.nextTick(send))
  }
  const send = () => {
    isCollecting = false
    socket.uncork()
  }
  // Only now: connect() itself resets the method.
  socket.once('connect', () => {
    const write = socket.write.bind(socket)
    socket.write = (
      chunk: Uint8Array | string,
      encoding?: BufferEncoding | ((error?: Error | null) => void),
      callback?: (error?: Error | null) => void,
    ) => {
      collect()
      return write(chunk, encoding as BufferEncoding, callback)
    }
  })
  return socket
}

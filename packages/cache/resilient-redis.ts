import { Redis } from 'ioredis'

export interface CacheOptions {
  /** Called once when Redis goes down, for the log: callers do not notice. */
  onError?: (error: Error) => void
  /** Timeout of a command. */
  timeoutMs?: number
}

const commandTimeoutMs = 300
const pauseMs = 1_000

/** A Redis client that answers quickly or returns undefined. */
export interface ResilientRedis {
  /** Returns undefined while Redis is down, and for a second after a timeout, so that few callers wait. */
  run<T>(command: (client: Redis) => Promise<T>): Promise<T | undefined>
  /** Also tries during that second. Returns whether Redis executed it. */
  runAlways(command: (client: Redis) => Promise<unknown>): Promise<boolean>
  /** Runs the callback on every connection. */
  onReady(callback: () => void): void
  close(): Promise<void>
}

export function openRedis(url: string, { onError, timeoutMs = commandTimeoutMs }: CacheOptions): ResilientRedis {
  const client = new Redis(url, {
    commandTimeout: timeoutMs,
    connectTimeout: 1_000,
    socketTimeout: 1_000, // A silent server counts as gone: reconnect, perhaps to its successor.
    retryStrategy: () => 400 + Math.random() * 200,
    enableOfflineQueue: false, // A command that waited for the connection would run long after it is useful.
    maxRetriesPerRequest: 0,
  })
  let nextTryAt: number | undefined // Set from the first failure to the next success.
  let isReported = false

  function reportError(error: Error) {
    if (!isReported) onError?.(error)
    isReported = true
  }
  function markSuccess() {
    nextTryAt = undefined
    isReported = false
  }
  client.on('error', reportError)
  client.on('ready', markSuccess)

  // Calls right after the start wait for the first connection, with the normal timeout.
  const started = new Promise<void>((done) => {
    client.once('ready', done)
    client.once('close', done)
    client.once('end', done)
    setTimeout(done, timeoutMs).unref()
  })

  async function attempt<T>(command: (client: Redis) => Promise<T>) {
    try {
      const answer = await command(client)
      markSuccess()
      return { answer }
    } catch (error) {
      nextTryAt = performance.now() + pauseMs
      reportError(error as Error)
      return undefined
    }
  }

  return {
    async run(command) {
      await started
      if (client.status !== 'ready') return undefined
      if (nextTryAt !== undefined) {
        if (performance.now() < nextTryAt) return undefined
        nextTryAt = performance.now() + pauseMs // One call tests whether Redis is back; the others go on without it.
      }
      return (await attempt(command))?.answer
    },
    async runAlways(command) {
      await started
      return client.status === 'ready' && (await attempt(command)) !== undefined
    },
    onReady: (callback) => void client.on('ready', callback),
    close: async () => {
      await client.quit().catch(() => client.disconnect())
    },
  }
}

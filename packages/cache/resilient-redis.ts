import { Redis } from 'ioredis'

export interface CacheOptions {
  /** Told once when Redis goes away, for the log: callers do not notice. */
  onError?: (error: Error) => void
  /** How long a command may take. */
  timeoutMs?: number
}

const commandTimeoutMs = 300
const pauseMs = 1_000

/** A Redis that may be away: it answers soon, or it answers nothing. */
export interface ResilientRedis {
  /** Answers nothing when Redis is away, and for a second after it failed to answer, so that few callers ever wait. */
  run<T>(command: (client: Redis) => Promise<T>): Promise<T | undefined>
  /** Also tries during that second. Says whether Redis took it. */
  runAlways(command: (client: Redis) => Promise<unknown>): Promise<boolean>
  /** Calls back each time a connection is made. */
  onReady(callback: () => void): void
  close(): Promise<void>
}

export function openRedis(url: string, { onError, timeoutMs = commandTimeoutMs }: CacheOptions): ResilientRedis {
  const client = new Redis(url, {
    commandTimeout: timeoutMs,
    connectTimeout: 1_000,
    socketTimeout: 1_000, // a server that is silent for so long is gone: connect anew, perhaps to its successor
    retryStrategy: () => 400 + Math.random() * 200,
    enableOfflineQueue: false, // a command that waited for the connection would run long after anybody wants it
    maxRetriesPerRequest: 0,
  })
  let nextTryAt: number | undefined // set from the first failure to the next success
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

  // Whoever asks right after the start waits for the first connection, as long as for any command.
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
        nextTryAt = performance.now() + pauseMs // one tries whether it is back; the others go on without
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

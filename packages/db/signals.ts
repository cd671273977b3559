import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { districtId, type DistrictId } from '#packages/core'
import type { Cells } from './cells.ts'
import type { Db } from './db.ts'

const channel = 'qiming_person'
const endedChannel = 'qiming_session'
const idsPerNotification = 180 // 37 bytes each; PostgreSQL accepts less than 8,000 bytes at once.
const pingMs = 30_000
const pauseMs = { first: 200, longest: 5_000 }

/**
 * Signals that something changed which these people may be looking at. Delivered when the caller's transaction commits,
 * and never if it rolls back. Signals are not stored: code that must be sure reads the tables.
 */
export async function signalPersons(db: Db, personIds: readonly string[]): Promise<void> {
  await notify(db, channel, personIds)
}

async function notify(db: Db, to: string, personIds: readonly string[]) {
  for (let from = 0; from < personIds.length; from += idsPerNotification) {
    const piece = personIds.slice(from, from + idsPerNotification).join(',')
    await sql`select pg_notify(${to}, tenant.current_district() || ':' || ${piece}::text)`.execute(db)
  }
}

type EndedListener = (personIds: readonly string[]) => void
const localEndedListeners = new Set<EndedListener>()

/**
 * Calls the listener for `signalSessionsEnded` in this process, at once and before the commit. Returns a function to
 * stop.
 */
export function onLocalSessionsEnded(listener: EndedListener): () => void {
  localEndedListeners.add(listener)
  return () => void localEndedListeners.delete(listener)
}

/**
 * Signals that sessions of these people may have ended, so that caches and open streams are checked again. Other
 * processes get it after the commit.
 */
export async function signalSessionsEnded(db: Db, personIds: readonly string[]): Promise<void> {
  await notify(db, endedChannel, personIds)
  for (const listener of localEndedListeners) listener(personIds)
}

export interface SignalListener {
  onPersons(districtId: DistrictId, personIds: readonly string[]): void
  /** Sessions of these people may have ended. */
  onEnded?(personIds: readonly string[]): void
  /** The connection was restored: signals in between are lost, so the listener has to check by itself. */
  onGap?(): void
  log: { warn(facts: object, text: string): void }
}

/** Listens to the signals of one cell, on its own connection, which is restored whenever it breaks. */
export function listenToSignals(cells: Cells, cell: number, listener: SignalListener) {
  const stopping = new AbortController()
  let markReady = () => {}
  const ready = new Promise<void>((resolve) => (markReady = resolve))
  const done = run()
  return {
    /** Resolves when it listens for the first time. */
    ready,
    async stop() {
      stopping.abort()
      await done
    },
  }

  async function run() {
    let pause = pauseMs.first
    for (let times = 0; !stopping.signal.aborted;) {
      const cut = await listenOnce(cells.url(cell), listener, stopping.signal, () => {
        markReady()
        if (times++ > 0) listener.onGap?.()
        pause = pauseMs.first
      })
      if (stopping.signal.aborted) return
      listener.log.warn({ cell, error: cut }, 'the line for signals is cut; connecting again')
      await sleep(pause, undefined, { signal: stopping.signal }).catch(() => {})
      pause = Math.min(pause * 2, pauseMs.longest)
    }
  }
}

/** Listens until the connection breaks or `stopping` aborts; returns the reason. */
async function listenOnce(
  connectionString: string,
  listener: SignalListener,
  stopping: AbortSignal,
  onListening: () => void,
): Promise<string> {
  const client = new pg.Client({
    connectionString,
    application_name: 'qiming-signals',
    connectionTimeoutMillis: 5_000,
    query_timeout: 10_000,
    keepAlive: true,
  })
  const over = Promise.withResolvers<string>()
  client.on('error', ({ message }) => over.resolve(message))
  client.on('end', () => over.resolve('closed'))
  client.on('notification', ({ channel: from, payload = '' }) => dispatchSignal(listener, from, payload))
  const onStop = () => over.resolve('stopped')
  stopping.addEventListener('abort', onStop)
  // A dead connection reports nothing, so it is queried now and then.
  const fail = (error: Error) => over.resolve(error.message)
  const ping = setInterval(() => void client.query('select 1').catch(fail), pingMs)
  try {
    await client.connect()
    await client.query(`listen ${channel}; listen ${endedChannel}`)
    onListening()
    return await over.promise
  } catch (error) {
    return (error as Error).message
  } finally {
    clearInterval(ping)
    stopping.removeEventListener('abort', onStop)
    await client.end().catch(() => {})
  }
}

function dispatchSignal(listener: SignalListener, from: string, payload: string) {
  const colon = payload.indexOf(':')
  const district = Number(payload.slice(0, colon))
  // Any role that may connect may notify: malformed payloads are ignored.
  if (colon <= 0 || !Number.isInteger(district) || district <= 0) return
  const personIds = payload.slice(colon + 1).split(',')
  if (from === endedChannel) listener.onEnded?.(personIds)
  else listener.onPersons(districtId(district), personIds)
}

import type { Actor, DistrictId } from '#packages/core'
import { inDistrict, listenToSignals, type Cells } from '#packages/db'
import type { StreamWriter } from '#packages/http'
import type { StreamCounts } from '../contract.ts'
import { getMessageCounts, noCounts } from './service/messages.ts'

/** Changes within this time are sent together. */
const collectMs = 200
const joinDelayMs = 10
const afterFailureMs = 1_000
const countedAtOnce = 500

/** Starts with the time, so that another process, or this one after a restart, uses other values. */
let lastMark = Date.now()
const nextMark = () => ++lastMark

interface Log {
  warn(facts: object, text: string): void
}

/** Ends the streams of ended sessions. */
interface Sessions {
  recheck(): Promise<void>
  onEnded(personIds: readonly string[]): Promise<void>
}

interface Watcher {
  lines: StreamWriter<StreamCounts>
  /** The counts that were sent last. */
  lastSent: string
}

/**
 * The open streams and their pending updates. Signals name the people whose counts may have changed; all due people of
 * a district are counted in one query. Each signal gets a mark of its own, because lists change even if counts do not.
 * A recount without a signal is sent only if a count changed.
 */
export function openCountsHub(cells: Cells, log: Log, sessions: Sessions) {
  const districts = new Map<DistrictId, District>()
  const lines = new Map<number, ReturnType<typeof listenToSignals>>()
  let isClosed = false
  return { join, close }

  function join({ districtId, personId }: Actor, to: StreamWriter<StreamCounts>) {
    if (isClosed) return
    const district = districts.get(districtId) ?? new District(cells, districtId, log)
    districts.set(districtId, district)
    const leave = district.enter(personId, { lines: to, lastSent: '' })
    to.onEnd(() => {
      leave()
      if (district.isEmpty) districts.delete(districtId)
    })
    district.recount([personId], joinDelayMs)
    void listenFor(districtId).catch(() => {}) // the next watcher tries again; the counts are sent all the same
  }

  /** Listens to the signals of a cell from its first watcher on. */
  async function listenFor(districtId: DistrictId) {
    const cell = await cells.cellOf(districtId)
    if (cell === undefined || lines.has(cell) || isClosed) return
    const line = listenToSignals(cells, cell, {
      onPersons: (district, personIds) => districts.get(district)?.changed(personIds, collectMs),
      onEnded: (personIds) => void sessions.onEnded(personIds),
      onGap: () => {
        districts.forEach((district) => district.allChanged())
        void sessions.recheck()
      },
      log,
    })
    lines.set(cell, line)
    // Catches up on signals between the first count and the listening.
    void line.ready.then(() => {
      districts.forEach((district) => district.recountAll())
      void sessions.recheck()
    })
  }

  async function close() {
    isClosed = true
    for (const district of districts.values()) district.close()
    districts.clear()
    await Promise.all([...lines.values()].map((line) => line.stop()))
  }
}

class District {
  readonly #cells: Cells
  readonly #id: DistrictId
  readonly #log: Log
  readonly #watchers = new Map<string, Set<Watcher>>()
  /** The people to count for, and whether a signal named them. */
  #due = new Map<string, boolean>()
  #timer: { at: number; handle: NodeJS.Timeout } | undefined
  #isTelling = false
  #isClosed = false

  constructor(cells: Cells, id: DistrictId, log: Log) {
    this.#cells = cells
    this.#id = id
    this.#log = log
  }

  get isEmpty() {
    return this.#watchers.size === 0
  }

  enter(personId: string, watcher: Watcher) {
    const own = this.#watchers.get(personId) ?? new Set()
    this.#watchers.set(personId, own.add(watcher))
    return () => {
      own.delete(watcher)
      if (own.size === 0) this.#watchers.delete(personId)
    }
  }

  /** These people have changed data. */
  changed(personIds: readonly string[], withinMs: number) {
    this.#note(personIds, true)
    this.#tellWithin(withinMs)
  }

  /** Counts again without knowing of a change. */
  recount(personIds: readonly string[], withinMs: number) {
    this.#note(personIds, false)
    this.#tellWithin(withinMs)
  }

  allChanged() {
    this.changed([...this.#watchers.keys()], collectMs)
  }

  recountAll() {
    this.recount([...this.#watchers.keys()], collectMs)
  }

  close() {
    this.#isClosed = true
    clearTimeout(this.#timer?.handle)
  }

  #note(personIds: Iterable<string>, isNews: boolean) {
    for (const personId of personIds)
      if (this.#watchers.has(personId)) this.#due.set(personId, isNews || this.#due.get(personId) === true)
  }

  #tellWithin(ms: number) {
    const at = performance.now() + ms
    if (this.#due.size === 0 || this.#isClosed || this.#isTelling || (this.#timer && this.#timer.at <= at)) return
    clearTimeout(this.#timer?.handle)
    this.#timer = { at, handle: setTimeout(() => void this.#tell(), ms) }
  }

  async #tell() {
    this.#timer = undefined
    this.#isTelling = true
    const due = this.#due
    this.#due = new Map()
    let next = collectMs
    try {
      const ids = [...due.keys()]
      for (let from = 0; from < ids.length; from += countedAtOnce)
        await this.#tellSome(ids.slice(from, from + countedAtOnce), due)
    } catch (error) {
      this.#log.warn({ district: this.#id, error: (error as Error).name }, 'could not count what waits for people')
      for (const [personId, isNews] of due) this.#note([personId], isNews)
      next = afterFailureMs
    } finally {
      this.#isTelling = false
    }
    this.#tellWithin(next)
  }

  async #tellSome(personIds: readonly string[], due: ReadonlyMap<string, boolean>) {
    const counts = await inDistrict(this.#cells, this.#id, (db) => getMessageCounts(db, personIds, new Date()), {
      readOnly: true,
    })
    for (const personId of personIds) {
      const now = counts.get(personId) ?? noCounts
      const text = `${now.unread},${now.todo},${now.tasks}`
      const mark = nextMark()
      for (const watcher of this.#watchers.get(personId) ?? []) {
        if (watcher.lastSent === text && !due.get(personId)) continue
        watcher.lastSent = text
        watcher.lines.send({ ...now, mark })
      }
    }
  }
}

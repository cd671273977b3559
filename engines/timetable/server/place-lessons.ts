import { chooseRoom, findObstacle } from './find-obstacle.ts'
import { countBrokenPreferences } from './judge-cells.ts'
import type { Cell, ModelSlot } from './model.ts'
import { getCell, toCellKey, type TimetableIndex } from './timetable-index.ts'

/** A broken wish is better than a lesson that loses its place. */
const costOfTaking = 10
/** A lesson that has lost its place before is hard to place. */
const costOfTakingAgain = 4

interface Place {
  cell: Cell
  inTheWay: readonly ModelSlot[]
  cost: number
}

/**
 * Places waiting lessons where they fit best. A lesson that fits nowhere takes the place of others, which are then placed
 * again; what was in its place from the start stays if it is locked. For examples and demos: the solver is better with
 * wishes, but it is a program of its own. The same model gets the same places.
 */
export function placeLessons(index: TimetableIndex, mostSteps = 20_000): ModelSlot[] {
  const cells = listCells(index)
  const lost = new Map<string, { times: number; from: string }>()
  const waiting = listByDifficulty(index, cells)
  const changed = new Set(waiting.map(({ id }) => id))
  let best = readPlaces(index, changed)
  let fewest = waiting.length
  for (let step = 0; step < mostSteps && waiting.length > 0; step++) {
    const slot = waiting.shift()!
    const place = choosePlace(index, slot, cells, lost)
    if (!place) {
      waiting.push(slot)
      continue
    }
    for (const other of place.inTheWay) {
      const before = lost.get(other.id)
      lost.set(other.id, { times: (before?.times ?? 0) + 1, from: toCellKey(getCell(other)!) })
      const open = { ...other, weekday: null, periodId: null, roomId: null }
      index.replace(open)
      changed.add(other.id)
      waiting.unshift(open)
    }
    index.replace({ ...slot, ...place.cell, roomId: chooseRoom(index, slot, place.cell, new Set([slot.id])) })
    if (waiting.length >= fewest) continue
    fewest = waiting.length
    best = readPlaces(index, changed)
  }
  for (const slot of best) index.replace(slot)
  closeGaps(index, changed)
  return readPlaces(index, changed).filter((slot) => getCell(slot))
}

/** Lessons of the last period go where their class has none before it, so that a free period ends a day. */
function closeGaps(index: TimetableIndex, mayMove: ReadonlySet<string>) {
  const periods = index.model.periods.filter(({ kind }) => kind === 'lesson').map(({ id }) => id)
  const byClass = Map.groupBy(index.listSlots(), (slot) => index.groupOf(slot).classId)
  for (const [classId, slots] of byClass) {
    if (classId === null) continue
    const taken = new Set(slots.flatMap(({ id }) => toKeys(index.getSlot(id)!)))
    const gaps = periods
      .slice(0, -1)
      .flatMap((periodId) => index.model.weekdays.map((weekday): Cell => ({ weekday, periodId })))
      .filter((cell) => !taken.has(toCellKey(cell)))
    for (const cell of gaps) {
      const fits = slots
        .map(({ id }) => index.getSlot(id)!)
        .find((slot) => mayMove.has(slot.id) && slot.periodId === periods.at(-1) && !findObstacle(index, slot, cell))
      if (fits) index.replace({ ...fits, ...cell, roomId: chooseRoom(index, fits, cell, new Set([fits.id])) })
    }
  }
}

const toKeys = (slot: ModelSlot) => {
  const cell = getCell(slot)
  return cell ? [toCellKey(cell)] : []
}

/** Each day a period later than on the day before, so that a subject is not in the same period all week. */
function listCells({ model }: TimetableIndex): Cell[] {
  const periods = model.periods.filter(({ kind }) => kind === 'lesson')
  return periods.flatMap((_, first) =>
    model.weekdays.map((weekday, day): Cell => ({ weekday, periodId: periods[(first + day) % periods.length]!.id })),
  )
}

const readPlaces = (index: TimetableIndex, ids: ReadonlySet<string>) => [...ids].map((id) => index.getSlot(id)!)

/** Lessons with few possible cells and busy teachers first; the order of names keeps the result the same. */
function listByDifficulty(index: TimetableIndex, cells: readonly Cell[]): ModelSlot[] {
  const slots = [...index.listSlots()]
  const loads = new Map<string, number>()
  for (const slot of slots) for (const userId of index.teachersOf(slot)) loads.set(userId, (loads.get(userId) ?? 0) + 1)
  const open = slots.filter((slot) => !getCell(slot))
  const possible = new Map(
    [...Map.groupBy(open, ({ groupId }) => groupId)].map(([groupId, [slot]]) => [
      groupId,
      cells.filter((cell) => !findObstacle(index, slot!, cell)).length -
        Math.max(0, ...index.teachersOf(slot!).map((userId) => loads.get(userId)!)),
    ]),
  )
  return open
    .map((slot) => ({ slot, name: index.nameSlot(slot), rank: possible.get(slot.groupId)! }))
    .toSorted((a, b) => a.rank - b.rank || (a.name < b.name ? -1 : 1))
    .map(({ slot }) => slot)
}

function choosePlace(
  index: TimetableIndex,
  slot: ModelSlot,
  cells: readonly Cell[],
  lost: ReadonlyMap<string, { times: number; from: string }>,
): Place | undefined {
  const own = lost.get(slot.id)
  let best: Place | undefined
  // Begins elsewhere each time, so that equal places take turns.
  const start = (own?.times ?? 0) * 7
  for (let at = 0; at < cells.length; at++) {
    const cell = cells[(start + at) % cells.length]!
    const inTheWay = listInTheWay(index, slot, cell)
    if (!inTheWay) continue
    const taking = inTheWay.reduce(
      (sum, { id }) => sum + costOfTaking + costOfTakingAgain * (lost.get(id)?.times ?? 0),
      0,
    )
    const isBack = own?.from === toCellKey(cell) && inTheWay.length > 0
    const least = taking + (isBack ? costOfTaking : 0)
    if (best && least >= best.cost) continue
    const cost = least + countBrokenPreferences(index, slot, cell, new Set([slot.id]))
    if (!best || cost < best.cost) best = { cell, inTheWay, cost }
    if (best.cost === 0) break
  }
  return best
}

/** The lessons that would have to leave a cell; undefined if a rule or a locked lesson is against it. */
function listInTheWay(index: TimetableIndex, slot: ModelSlot, cell: Cell): ModelSlot[] | undefined {
  const without = new Set([slot.id])
  const found: ModelSlot[] = []
  for (;;) {
    const obstacle = findObstacle(index, slot, cell, without)
    if (!obstacle) return found
    const other = obstacle.slotId === undefined ? undefined : index.getSlot(obstacle.slotId)
    if (!other || other.isLocked) return undefined
    without.add(other.id)
    found.push(other)
  }
}

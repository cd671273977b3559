import { hashKey, useQueryClient, type QueryKey } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { wordsOf } from '#packages/web/core/call-error.ts'
import type { CellChange } from '#packages/web/desk/sheet-grid/spec.ts'
import { useUnsaved } from '#packages/web/desk/unsaved.ts'
import type { SheetAnswer, TeachingCell, TeachingMatrix } from '../contract.ts'
import { schoolingKey } from './class-queries.ts'
import { readCell, type Read, type Roster, type Teachers } from './sheet-names.ts'
import { cellKey, cellsOf, saveSheet } from './teaching-queries.ts'

/** What was written into a cell and is not kept by the server: it is on its way, or something is wrong with it. */
export interface Draft {
  text: string
  /** Empty while it is on its way. */
  reason: string
}
export type Drafts = Readonly<Record<string, Draft>>

interface Wanted {
  classId: string
  subjectId: string
  teachers: Teachers
}
/** One gesture, and how everything was before. */
type Step = readonly (Wanted & { version: string })[]

const mostSteps = 20

/** The table as it is written in: what is known to be right is saved at once, and each gesture can be taken back. */
export function useTeachingSheet(matrix: TeachingMatrix, roster: Roster, queryKey: QueryKey) {
  const { current, keep, refresh } = useKept(queryKey, matrix)
  const { isBusy, inLine } = useLine()
  const [drafts, setDrafts] = useState<Drafts>({})
  const [steps, setSteps] = useState<readonly Step[]>([])
  const [told, setTold] = useState('')
  const cells = useMemo(() => cellsOf(matrix), [matrix])
  const hours = useMemo(() => usualHours(matrix), [matrix])
  useUnsaved(Object.keys(drafts).length > 0)
  const remember = (step: Step) => setSteps((all) => [...all, step].slice(-mostSteps))

  const send = (wanted: readonly Wanted[], texts: ReadonlyMap<string, string>) =>
    inLine(async () => {
      try {
        const there = current()
        const before = wanted.map((one) => inverseOf(there.get(cellKey(one))!))
        const body = wanted.map((one, at) => ({ ...one, version: before[at]!.version }))
        const answer = await saveSheet({ termId: matrix.termId, cells: body })
        keep(answer)
        const now = new Map(answer.cells.map((cell) => [cellKey(cell), cell.version]))
        if (answer.changed > 0) remember(before.map((one) => ({ ...one, version: now.get(cellKey(one)) ?? '' })))
        setDrafts((all) => without(all, (key, { text }) => texts.get(key) === text))
        setTold(`已保存 ${wanted.length} 处`)
      } catch (error) {
        const reason = wordsOf(error) || '未能保存'
        setDrafts((all) => changed(all, (key, one) => (texts.get(key) === one.text ? { ...one, reason } : one)))
        setTold('')
        // Somebody else may have been there: whoever tries again sees what is there now.
        refresh()
      }
    })
  const read = (text: string, cell: TeachingCell) =>
    cell.isDated
      ? { reason: '有分段任课，请双击或按 Ctrl+Enter 修改' }
      : readCell(text, { cell, roster, usualHours: hours(cell) })
  /** What one gesture writes into cells: what is right goes to the server, the rest stays marked. */
  const write = (texts: ReadonlyMap<string, string>) => {
    const { next, kept, wanted } = sorted(texts, cells, drafts, read)
    setDrafts((all) => ({ ...without(all, (key) => kept.has(key)), ...next }))
    setTold('')
    const going = new Set(wanted.map(cellKey))
    if (wanted.length > 0) send(wanted, new Map([...texts].filter(([key]) => going.has(key))))
  }
  const undo = () => {
    const step = steps.at(-1)
    if (!step || isBusy) return
    setSteps(steps.slice(0, -1))
    inLine(async () => {
      try {
        const answer = await saveSheet({ termId: matrix.termId, cells: [...step] })
        keep(answer)
        setSteps((all) => rebased(all, answer.cells))
        setTold(`已撤销 ${step.length} 处`)
      } catch (error) {
        setTold(`未能撤销：${wordsOf(error)}`)
        refresh()
      }
    })
  }
  return {
    cells,
    drafts,
    told,
    write,
    undo,
    isBusy,
    wrong: Object.values(drafts).filter(({ reason }) => reason !== '').length,
    canUndo: steps.length > 0 && !isBusy,
    /** The same again, with what has become of names and cells meanwhile. */
    retry: () => write(new Map(Object.entries(drafts).map(([key, { text }]) => [key, text]))),
    discard: () => setDrafts((all) => without(all, (_, { reason }) => reason !== '')),
    /** Something else has filled cells that were empty, such as a copy. */
    filled: (answer: SheetAnswer) => {
      keep(answer)
      if (answer.cells.length === 0) return
      remember(answer.cells.map((cell) => ({ ...spotOf(cell), teachers: [], version: cell.version })))
      setTold(`已复制 ${answer.cells.length} 处`)
    },
  }
}
export type TeachingSheet = ReturnType<typeof useTeachingSheet>

/** As the grid tells it, by the keys of cells. */
export const textsOf = (changes: readonly CellChange[], { classes }: TeachingMatrix) =>
  new Map(
    changes.map(({ row, column, value }) => [cellKey({ classId: classes[row - 1]!.id, subjectId: column }), value]),
  )

/** The table where it is kept: mended with what was written, without being read again. */
function useKept(queryKey: QueryKey, matrix: TeachingMatrix) {
  const client = useQueryClient()
  return {
    current: () => cellsOf(client.getQueryData<TeachingMatrix>(queryKey) ?? matrix),
    keep: (answer: SheetAnswer) => {
      client.setQueryData<TeachingMatrix>(queryKey, (before) => before && mended(before, answer))
      const own = hashKey(queryKey)
      // What others show of it is read again when they come to the front.
      void client.invalidateQueries({
        queryKey: schoolingKey,
        predicate: ({ queryHash }) => queryHash !== own,
        refetchType: 'none',
      })
    },
    refresh: () => void client.invalidateQueries({ queryKey }),
  }
}

/** Gestures are sent one after the other: each is based on what became of those before. */
function useLine() {
  const [pending, setPending] = useState(0)
  const line = useRef(Promise.resolve())
  const inLine = (work: () => Promise<void>) => {
    setPending((count) => count + 1)
    line.current = line.current.then(work).finally(() => setPending((count) => count - 1))
  }
  return { isBusy: pending > 0, inLine }
}

/** What is wrong or on its way, what is there already, and what is to be sent. */
function sorted(
  texts: ReadonlyMap<string, string>,
  cells: ReadonlyMap<string, TeachingCell>,
  drafts: Drafts,
  read: (text: string, cell: TeachingCell) => Read,
) {
  const next: Record<string, Draft> = {}
  const kept = new Set<string>()
  const wanted: Wanted[] = []
  for (const [key, text] of texts) {
    const cell = cells.get(key)
    const found = cell ? read(text, cell) : { reason: '本学段没有这门学科' }
    if ('reason' in found) next[key] = { text, reason: found.reason }
    // What is on its way is about to be something else.
    else if (cell && drafts[key]?.reason !== '' && isSame(cell, found.teachers)) kept.add(key)
    else if (cell) {
      next[key] = { text, reason: '' }
      wanted.push({ ...spotOf(cell), teachers: found.teachers })
    }
  }
  return { next, kept, wanted }
}

/** What was taken back stands there anew: the last step before it that concerns the cell goes on from there. */
function rebased(steps: readonly Step[], cells: readonly TeachingCell[]): Step[] {
  const left = new Map(cells.map((cell) => [cellKey(cell), cell.version]))
  const rebase = (step: Step) =>
    step.map((one) => {
      const version = left.get(cellKey(one))
      left.delete(cellKey(one))
      return version === undefined ? one : { ...one, version }
    })
  return [...steps].reverse().map(rebase).reverse()
}

const spotOf = ({ classId, subjectId }: TeachingCell) => ({ classId, subjectId })
const inverseOf = (cell: TeachingCell) => ({
  ...spotOf(cell),
  version: cell.version,
  teachers: cell.assignments.map(({ userId, role, weekHours }) => ({ userId, role, weekHours })),
})

const isSame = ({ assignments }: TeachingCell, teachers: Teachers) =>
  assignments.length === teachers.length &&
  teachers.every((wish) =>
    assignments.some((one) => one.userId === wish.userId && one.role === wish.role && one.weekHours === wish.weekHours),
  )

const without = (drafts: Drafts, isGone: (key: string, draft: Draft) => boolean): Drafts =>
  Object.fromEntries(Object.entries(drafts).filter(([key, draft]) => !isGone(key, draft)))
const changed = (drafts: Drafts, change: (key: string, draft: Draft) => Draft): Drafts =>
  Object.fromEntries(Object.entries(drafts).map(([key, draft]) => [key, change(key, draft)]))

/** The table with what was written into it. */
function mended(matrix: TeachingMatrix, answer: SheetAnswer): TeachingMatrix {
  const cells = new Map(answer.cells.map((cell) => [cellKey(cell), cell]))
  const hours = new Map(answer.classes.map((one) => [one.id, one.hours]))
  return {
    ...matrix,
    cells: matrix.cells.map((cell) => cells.get(cellKey(cell)) ?? cell),
    classes: matrix.classes.map((one) => ({ ...one, hours: hours.get(one.id) ?? one.hours })),
  }
}

/** How many hours a subject has in most classes of the same grade; none where nobody teaches it yet. */
function usualHours({ classes, cells }: TeachingMatrix) {
  const gradeOf = new Map(classes.map(({ id, gradeId }) => [id, gradeId]))
  const found = new Map<string, number[]>()
  for (const { classId, subjectId, assignments } of cells) {
    const key = `${gradeOf.get(classId)} ${subjectId}`
    const told = assignments.flatMap(({ role, weekHours }) => (role === 'lead' ? weekHours : []))
    found.set(key, [...(found.get(key) ?? []), ...told])
  }
  return ({ classId, subjectId }: TeachingCell): number => {
    const told = found.get(`${gradeOf.get(classId)} ${subjectId}`) ?? []
    const often = (hours: number) => told.filter((one) => one === hours).length
    return [...told].sort((one, other) => often(other) - often(one))[0] ?? 0
  }
}

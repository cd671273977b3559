import { hashKey, useQueryClient, type QueryKey } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { getErrorMessage } from '#packages/web/core/call-error.ts'
import type { CellChange } from '#packages/web/desk/sheet-grid/grid-spec.ts'
import { useUnsaved } from '#packages/web/desk/unsaved-changes.ts'
import type { TeachingSheetResult, TeachingCell, TeachingMatrix } from '../contract.ts'
import { schoolingKey } from './class-queries.ts'
import { parseTeacherCell, type ParsedTeacherCell, type Roster, type CellTeachers } from './sheet-names.ts'
import { cellKey, indexCells, saveTeachingSheet } from './teaching-queries.ts'

/** Cell input that is not saved: the request is pending, or the input is invalid. */
export interface CellDraft {
  text: string
  /** Empty while the request is pending. */
  reason: string
}
export type CellDrafts = Readonly<Record<string, CellDraft>>

interface WantedCell {
  classId: string
  subjectId: string
  teachers: CellTeachers
}
/** The cells of one user action with their previous teachers. */
type UndoStep = readonly (WantedCell & { version: string })[]

const mostSteps = 20

/** The state of the editable table: valid input is saved at once, and each action can be undone. */
export function useTeachingSheet(matrix: TeachingMatrix, roster: Roster, queryKey: QueryKey) {
  const { current, keep, refresh } = useCachedMatrix(queryKey, matrix)
  const { isBusy, enqueue } = useQueue()
  const [drafts, setDrafts] = useState<CellDrafts>({})
  const [steps, setSteps] = useState<readonly UndoStep[]>([])
  const [statusText, setStatusText] = useState('')
  const cells = useMemo(() => indexCells(matrix), [matrix])
  const hours = useMemo(() => commonHours(matrix), [matrix])
  useUnsaved(Object.keys(drafts).length > 0)
  const remember = (step: UndoStep) => setSteps((all) => [...all, step].slice(-mostSteps))

  const send = (wanted: readonly WantedCell[], texts: ReadonlyMap<string, string>) =>
    enqueue(async () => {
      try {
        const there = current()
        const before = wanted.map((one) => inverseOf(there.get(cellKey(one))!))
        const body = wanted.map((one, at) => ({ ...one, version: before[at]!.version }))
        const answer = await saveTeachingSheet({ termId: matrix.termId, cells: body })
        keep(answer)
        const now = new Map(answer.cells.map((cell) => [cellKey(cell), cell.version]))
        if (answer.changed > 0) remember(before.map((one) => ({ ...one, version: now.get(cellKey(one)) ?? '' })))
        setDrafts((all) => without(all, (key, { text }) => texts.get(key) === text))
        setStatusText(`已保存 ${wanted.length} 处`)
      } catch (error) {
        const reason = getErrorMessage(error) || '未能保存'
        setDrafts((all) => changed(all, (key, one) => (texts.get(key) === one.text ? { ...one, reason } : one)))
        setStatusText('')
        // The refusal may come from a concurrent change, so the retry needs current data.
        refresh()
      }
    })
  const read = (text: string, cell: TeachingCell) =>
    cell.isDated
      ? { reason: '有分段任课，请双击或按 Ctrl+Enter 修改' }
      : parseTeacherCell(text, { cell, roster, commonHours: hours(cell) })
  /** Applies one user action: valid cells are sent, invalid ones stay as drafts. */
  const write = (texts: ReadonlyMap<string, string>) => {
    const { next, unchanged, wanted } = sortChanges(texts, cells, drafts, read)
    setDrafts((all) => ({ ...without(all, (key) => unchanged.has(key)), ...next }))
    setStatusText('')
    const going = new Set(wanted.map(cellKey))
    if (wanted.length > 0) send(wanted, new Map([...texts].filter(([key]) => going.has(key))))
  }
  const undo = () => {
    const step = steps.at(-1)
    if (!step || isBusy) return
    setSteps(steps.slice(0, -1))
    enqueue(async () => {
      try {
        const answer = await saveTeachingSheet({ termId: matrix.termId, cells: [...step] })
        keep(answer)
        setSteps((all) => rebased(all, answer.cells))
        setStatusText(`已撤销 ${step.length} 处`)
      } catch (error) {
        setStatusText(`未能撤销：${getErrorMessage(error)}`)
        refresh()
      }
    })
  }
  return {
    cells,
    drafts,
    statusText,
    write,
    undo,
    isBusy,
    wrong: Object.values(drafts).filter(({ reason }) => reason !== '').length,
    canUndo: steps.length > 0 && !isBusy,
    /** Parses all drafts again, with the current names and cells. */
    retry: () => write(new Map(Object.entries(drafts).map(([key, { text }]) => [key, text]))),
    discard: () => setDrafts((all) => without(all, (_, { reason }) => reason !== '')),
    /** Cells that were filled elsewhere, for example by a copy. */
    filled: (answer: TeachingSheetResult) => {
      keep(answer)
      if (answer.cells.length === 0) return
      remember(answer.cells.map((cell) => ({ ...toCellRef(cell), teachers: [], version: cell.version })))
      setStatusText(`已复制 ${answer.cells.length} 处`)
    },
  }
}
export type TeachingSheet = ReturnType<typeof useTeachingSheet>

/** Converts the changes of the grid to texts by cell key. */
export const toCellTexts = (changes: readonly CellChange[], { classes }: TeachingMatrix) =>
  new Map(
    changes.map(({ row, column, value }) => [cellKey({ classId: classes[row - 1]!.id, subjectId: column }), value]),
  )

/** Updates the cached table with saved cells, without reading it again. */
function useCachedMatrix(queryKey: QueryKey, matrix: TeachingMatrix) {
  const client = useQueryClient()
  return {
    current: () => indexCells(client.getQueryData<TeachingMatrix>(queryKey) ?? matrix),
    keep: (answer: TeachingSheetResult) => {
      client.setQueryData<TeachingMatrix>(queryKey, (before) => before && applyResult(before, answer))
      const own = hashKey(queryKey)
      // Other views of the assignments are refetched when they become visible.
      void client.invalidateQueries({
        queryKey: schoolingKey,
        predicate: ({ queryHash }) => queryHash !== own,
        refetchType: 'none',
      })
    },
    refresh: () => void client.invalidateQueries({ queryKey }),
  }
}

/** Requests run one after the other, because each needs the cell versions of the one before. */
function useQueue() {
  const [pending, setPending] = useState(0)
  const line = useRef(Promise.resolve())
  const enqueue = (work: () => Promise<void>) => {
    setPending((count) => count + 1)
    line.current = line.current.then(work).finally(() => setPending((count) => count - 1))
  }
  return { isBusy: pending > 0, enqueue }
}

/** Sorts the input into drafts, unchanged cells and cells to send. */
function sortChanges(
  texts: ReadonlyMap<string, string>,
  cells: ReadonlyMap<string, TeachingCell>,
  drafts: CellDrafts,
  read: (text: string, cell: TeachingCell) => ParsedTeacherCell,
) {
  const next: Record<string, CellDraft> = {}
  const unchanged = new Set<string>()
  const wanted: WantedCell[] = []
  for (const [key, text] of texts) {
    const cell = cells.get(key)
    const found = cell ? read(text, cell) : { reason: '本学段没有这门学科' }
    if ('reason' in found) next[key] = { text, reason: found.reason }
    // A cell with a pending request is sent even if it equals the old content.
    else if (cell && drafts[key]?.reason !== '' && isSame(cell, found.teachers)) unchanged.add(key)
    else if (cell) {
      next[key] = { text, reason: '' }
      wanted.push({ ...toCellRef(cell), teachers: found.teachers })
    }
  }
  return { next, unchanged, wanted }
}

/** After an undo, the last earlier step of each cell gets the new version of the cell. */
function rebased(steps: readonly UndoStep[], cells: readonly TeachingCell[]): UndoStep[] {
  const left = new Map(cells.map((cell) => [cellKey(cell), cell.version]))
  const rebase = (step: UndoStep) =>
    step.map((one) => {
      const version = left.get(cellKey(one))
      left.delete(cellKey(one))
      return version === undefined ? one : { ...one, version }
    })
  return [...steps].reverse().map(rebase).reverse()
}

const toCellRef = ({ classId, subjectId }: TeachingCell) => ({ classId, subjectId })
const inverseOf = (cell: TeachingCell) => ({
  ...toCellRef(cell),
  version: cell.version,
  teachers: cell.assignments.map(({ userId, role, weekHours }) => ({ userId, role, weekHours })),
})

const isSame = ({ assignments }: TeachingCell, teachers: CellTeachers) =>
  assignments.length === teachers.length &&
  teachers.every((teacher) =>
    assignments.some(
      (one) => one.userId === teacher.userId && one.role === teacher.role && one.weekHours === teacher.weekHours,
    ),
  )

const without = (drafts: CellDrafts, isGone: (key: string, draft: CellDraft) => boolean): CellDrafts =>
  Object.fromEntries(Object.entries(drafts).filter(([key, draft]) => !isGone(key, draft)))
const changed = (drafts: CellDrafts, change: (key: string, draft: CellDraft) => CellDraft): CellDrafts =>
  Object.fromEntries(Object.entries(drafts).map(([key, draft]) => [key, change(key, draft)]))

/** The table with the saved cells. */
function applyResult(matrix: TeachingMatrix, answer: TeachingSheetResult): TeachingMatrix {
  const cells = new Map(answer.cells.map((cell) => [cellKey(cell), cell]))
  const hours = new Map(answer.classes.map((one) => [one.id, one.hours]))
  return {
    ...matrix,
    cells: matrix.cells.map((cell) => cells.get(cellKey(cell)) ?? cell),
    classes: matrix.classes.map((one) => ({ ...one, hours: hours.get(one.id) ?? one.hours })),
  }
}

/** The most frequent weekly hours of a subject in the same grade; none when nobody teaches it. */
function commonHours({ classes, cells }: TeachingMatrix) {
  const gradeOf = new Map(classes.map(({ id, gradeId }) => [id, gradeId]))
  const found = new Map<string, number[]>()
  for (const { classId, subjectId, assignments } of cells) {
    const key = `${gradeOf.get(classId)} ${subjectId}`
    const hoursFound = assignments.flatMap(({ role, weekHours }) => (role === 'lead' ? weekHours : []))
    found.set(key, [...(found.get(key) ?? []), ...hoursFound])
  }
  return ({ classId, subjectId }: TeachingCell): number => {
    const hoursFound = found.get(`${gradeOf.get(classId)} ${subjectId}`) ?? []
    const often = (hours: number) => hoursFound.filter((one) => one === hours).length
    return [...hoursFound].sort((one, other) => often(other) - often(one))[0] ?? 0
  }
}

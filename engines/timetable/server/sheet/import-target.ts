import { dayOf, newId, notFound, scopeOf, type Ctx } from '#packages/core'
import type { ImportEffect, ImportTarget, SheetRow, UndoResult } from '#packages/sheet'

import type { ModelSlot } from '../model.ts'
import { listWaitingHours } from '../planned-hours.ts'
import { insertSlots } from '../slot-queries.ts'
import { createSlot, insertDraft } from '../timetables.ts'
import { deleteTimetable, findTimetable, lockTimetable, type TimetableFacts } from '../timetable-queries.ts'
import { lessonColumns } from './import-columns.ts'
import { loadImport, loadSchool, type ImportContext } from './import-context.ts'
import { countDraftLessons, hasRun } from './import-queries.ts'
import { lessonGrid } from './lesson-grid.ts'
import { resolveLessons, type ResolvedLesson } from './resolve-lessons.ts'

/** The rows of one import have one term: that of the first row which names one. */
async function loadRows(ctx: Ctx, orgId: string, rows: readonly SheetRow[]) {
  const { org, terms, usual } = await loadSchool(ctx, orgId)
  const wanted = rows.find(({ values }) => values['term'] !== undefined)?.values['term'] ?? usual.id
  const term = terms.find(({ id }) => id === wanted)
  if (!term) throw notFound('学期')
  const context = await loadImport(ctx, orgId, term.id, org.path)
  const resolved = resolveLessons(context, rows).map((row, at) => {
    const named = rows[at]!.values['term'] ?? term.id
    if (named === term.id) return row
    const issue = { column: 'term', code: 'several', message: `一次只导入一个学期（${term.name}）` }
    return { ...row, issues: [...row.issues, issue] }
  })
  return { context, resolved }
}

const toMark = ({ group, weekday, periodId, weekRule, roomId, teacherIds }: ResolvedLesson) =>
  [group.id, weekday, periodId, weekRule, roomId, ...teacherIds].join(' ')

const toSlot = ({ group, weekday, periodId, weekRule, roomId, teacherIds }: ResolvedLesson): ModelSlot => ({
  id: newId(),
  groupId: group.id,
  weekday,
  periodId,
  weekRule,
  weeks: [],
  roomId,
  teacherIds,
  isLocked: false,
})

/** The lessons of the assignments that have no place in the sheet: they wait for one. */
function listWaiting({ groups }: ImportContext, placed: readonly ResolvedLesson[]): ModelSlot[] {
  const there = Map.groupBy(placed, ({ group }) => group.id)
  return groups.flatMap((group) =>
    listWaitingHours(
      group,
      (there.get(group.id) ?? []).map(({ weekRule }) => weekRule),
    ).map((weekRule) => createSlot({ groupId: group.id, weekRule })),
  )
}

interface DraftFacts {
  timetableId: string
}

async function applyRows(ctx: Ctx, orgId: string, rows: readonly SheetRow[]): Promise<ImportEffect[]> {
  const { context, resolved } = await loadRows(ctx, orgId, rows)
  const lessons = resolved.map(({ row, lesson }) => {
    if (!lesson) throw new Error('the row was examined in this transaction')
    return { row, lesson, slot: toSlot(lesson) }
  })
  const [, month, day] = dayOf(ctx.now).split('-').map(Number)
  const name = `导入的课表 ${month}月${day}日`
  const timetableId = await insertDraft(ctx, { orgId, termId: context.termId, name })
  const waiting = listWaiting(
    context,
    lessons.map(({ lesson }) => lesson),
  )
  await insertSlots(ctx.db, timetableId, [...lessons.map(({ slot }) => slot), ...waiting], ctx.now)
  const before: DraftFacts = { timetableId }
  return lessons.map(({ row, slot }) => ({ row, result: 'new', id: slot.id, before, mark: '1' }))
}

/** Why a draft stays; empty when nobody has touched it since. */
async function findKeptReason({ db }: Ctx, timetable: TimetableFacts | undefined, mark: string): Promise<string> {
  if (!timetable) return '课表草稿已删除'
  if (timetable.status !== 'draft') return '课表已发布'
  if (String(timetable.version) !== mark) return '课表草稿已修改'
  return (await hasRun(db, timetable.id)) ? '课表草稿已用于自动排课' : ''
}

async function undoRows(
  ctx: Ctx,
  orgId: string,
  effects: readonly ImportEffect[],
  isDone: boolean,
): Promise<UndoResult[]> {
  await loadSchool(ctx, orgId)
  const draftOf = ({ before }: ImportEffect) => (before as DraftFacts).timetableId
  const reasons = new Map<string, string>()
  for (const effect of effects) {
    const timetableId = draftOf(effect)
    if (reasons.has(timetableId)) continue
    // A preview reads only, so it locks nothing.
    const found = isDone
      ? await lockTimetable(ctx.db, timetableId)
      : await findTimetable(ctx.db, scopeOf(ctx, 'timetable.import'), timetableId)
    const reason = await findKeptReason(ctx, found?.orgId === orgId ? found : undefined, effect.mark)
    reasons.set(timetableId, reason)
    if (reason === '' && isDone) await deleteTimetable(ctx.db, timetableId)
  }
  return effects.map((effect) => ({ row: effect.row, keptReason: reasons.get(draftOf(effect))! }))
}

/** 课表导入: a list of lessons, or a sheet for each class, becomes a draft. It is never published. */
export const timetableImport: ImportTarget = {
  key: 'timetable',
  title: '课表',
  measure: '节',
  page: '/application/educationalAdministration/timetable',
  permission: 'timetable.import',
  version: 1,
  rowsAtMost: 6_000,
  // Hours are counted over all rows, and they become one draft.
  isWhole: true,
  isAlwaysNew: true,
  columns: lessonColumns,
  grid: lessonGrid,
  matchHint: '导入后成为一份新的草稿，不会发布；任课安排中没有导入的课放在待排里',
  loadContext: async (ctx, orgId) => {
    const { org, terms, usual } = await loadSchool(ctx, orgId)
    const { choices } = await loadImport(ctx, orgId, usual.id, org.path)
    return {
      orgName: org.name,
      choices: { ...choices, term: terms.map(({ id, name }) => ({ value: id, title: name })) },
    }
  },
  examine: async (ctx, orgId, rows) =>
    (await loadRows(ctx, orgId, rows)).resolved.map(({ issues, lesson, key }) => ({
      issues,
      keys: lesson ? [{ column: 'subject', value: key }] : [],
      result: 'new',
      id: null,
      changes: [],
      mark: lesson ? toMark(lesson) : '',
      unit: '',
    })),
  apply: applyRows,
  undo: (ctx, orgId, effects) => undoRows(ctx, orgId, effects, true),
  previewUndo: (ctx, orgId, effects) => undoRows(ctx, orgId, effects, false),
  countByUnit: async (ctx, orgId) => new Map([['', await countDraftLessons(ctx.db, orgId)]]),
}

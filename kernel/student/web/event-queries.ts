import { Ret } from '#packages/core'
import { call } from '#packages/web/core/call.ts'
import { CallError } from '#packages/web/core/call-error.ts'
import type { ActionPreview, Targets } from '#packages/web/desk/list/list-spec.ts'
import { schoolingApi, type ClassTree } from '#kernel/schooling/contract.ts'
import { studentApi, type EventEffect, type EventForm } from '../contract.ts'
import type { EventValues } from './components/event-form.tsx'
import { toStudentTargets } from './student-queries.ts'

const formatCount = (count: number) => `${count.toLocaleString()} 人`
const maxNames = 30

/** The refused pupils by reason: 张伟、李娜：已经毕业. */
export function describeRefused(refused: EventEffect['refused']) {
  const reasons = [...new Set(refused.map(({ why }) => why))]
  const named = (reason: string) => refused.filter(({ why }) => why === reason).map(({ name }) => name)
  return reasons.map((reason) => `${named(reason).join('、')}：${reason}`)
}

/** One line for pupils with the same change: 七(3)班 6 人 → 七(5)班. */
function toPreviewChanges(changes: EventEffect['changes']): ActionPreview['changes'] {
  const from = [...new Set(changes.map((change) => change.from))]
  return from.map((label) => {
    const those = changes.filter((change) => change.from === label)
    const to = [...new Set(those.map((change) => change.to))].filter(Boolean)
    return { label: label || '未分班', before: formatCount(those.length), after: to.join('、') || '离校' }
  })
}

/** The server's preview in the format of the dialog. */
export function toActionPreview(effect: EventEffect, note: string): ActionPreview {
  const { count, changes, refused, warnings } = effect
  const left = describeRefused(refused).join('；')
  return {
    count,
    note,
    changes: toPreviewChanges(changes),
    names: changes.slice(0, maxNames).map(({ name }) => name),
    consequences: warnings.map((text, at) => ({ label: at === 0 ? '提醒' : `提醒 ${at + 1}`, text })),
    ...(left && { skipped: `不办理：${left}` }),
    ...(count === 0 && left && { obstacle: left }),
  }
}

/** If nobody was changed, shows the reasons as an error. */
export function throwIfRefused(effect: EventEffect) {
  if (effect.count === 0 && effect.refused.length > 0) {
    throw new CallError({ ret: Ret.refused, msg: describeRefused(effect.refused).join('；'), status: 200 })
  }
  return effect
}

const toEventForm = (targets: Targets, { type, on, place, whereTo, basis, reason }: EventValues): EventForm => ({
  targets: toStudentTargets(targets),
  type: type as EventForm['type'],
  on,
  whereTo,
  basis,
  reason,
  gradeId: place?.gradeId ?? null,
  classId: place?.classId ?? null,
})

/** From this size on a class counts as too large. */
const largeClassSize = 56

/** The sizes of the old and the new classes after the change; undefined if they are unknown. */
export function getClassSizeChanges(
  { grades }: ClassTree,
  { changes }: EventEffect,
  classId: string,
): ActionPreview['changes'] | undefined {
  const classes = grades.find((grade) => grade.classes.some(({ id }) => id === classId))?.classes ?? []
  const target = classes.find(({ id }) => id === classId)
  if (!target || changes.length === 0) return undefined
  const left = classes
    .filter(({ id }) => id !== classId)
    .map(({ label, count }) => ({ label, count, less: changes.filter(({ from }) => from === label).length }))
    .filter(({ less }) => less > 0)
  const size = target.count + changes.length
  return [
    ...left.map(({ label, count, less }) => ({ label, before: formatCount(count), after: formatCount(count - less) })),
    {
      label: target.label,
      before: formatCount(target.count),
      after: formatCount(size),
      ...(size >= largeClassSize && { warning: `达到 ${largeClassSize} 人大班额` }),
    },
  ]
}

export async function fetchEventPreview(targets: Targets, values: EventValues) {
  const effect = await call(studentApi.eventPreview, { body: toEventForm(targets, values) })
  const preview = toActionPreview(effect, '办理后记入学籍经历')
  const classId = values.place?.classId
  if (values.type !== 'move' || !classId) return preview
  // A bureau has no classes: then the preview shows the pupils without class sizes.
  const tree = await call(schoolingApi.classTree, { query: { orgId: null } }).catch(() => undefined)
  return { ...preview, changes: (tree && getClassSizeChanges(tree, effect, classId)) ?? preview.changes }
}

export const runEvent = async (targets: Targets, values: EventValues) =>
  void throwIfRefused(await call(studentApi.event, { body: toEventForm(targets, values) }))

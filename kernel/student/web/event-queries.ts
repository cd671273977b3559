import { Ret } from '#packages/core'
import { call } from '#packages/web/core/call.ts'
import { CallError } from '#packages/web/core/call-error.ts'
import type { Preview, Targets } from '#packages/web/desk/list/spec.ts'
import { schoolingApi, type ClassTree } from '#kernel/schooling/contract.ts'
import { studentApi, type EventEffect, type EventForm } from '../contract.ts'
import type { EventValues } from './components/event-form.tsx'
import { targetsOf } from './queries.ts'

const some = (count: number) => `${count.toLocaleString()} 人`
const mostNames = 30

/** Who cannot be touched, by the reason: 张伟、李娜：已经毕业. */
export function refusedWords(refused: EventEffect['refused']) {
  const reasons = [...new Set(refused.map(({ why }) => why))]
  const named = (reason: string) => refused.filter(({ why }) => why === reason).map(({ name }) => name)
  return reasons.map((reason) => `${named(reason).join('、')}：${reason}`)
}

/** One line for all who go the same way: 七(3)班 6 人 → 七(5)班. */
function linesOf(changes: EventEffect['changes']): Preview['changes'] {
  const from = [...new Set(changes.map((change) => change.from))]
  return from.map((label) => {
    const those = changes.filter((change) => change.from === label)
    const to = [...new Set(those.map((change) => change.to))].filter(Boolean)
    return { label: label || '未分班', before: some(those.length), after: to.join('、') || '离校' }
  })
}

/** What the server's trial run says, as the dialog shows it. */
export function previewOf(effect: EventEffect, note: string): Preview {
  const { count, changes, refused, warnings } = effect
  const left = refusedWords(refused).join('；')
  return {
    count,
    note,
    changes: linesOf(changes),
    names: changes.slice(0, mostNames).map(({ name }) => name),
    consequences: warnings.map((words, at) => ({ label: at === 0 ? '提醒' : `提醒 ${at + 1}`, words })),
    ...(left && { skipped: `不办理：${left}` }),
    ...(count === 0 && left && { obstacle: left }),
  }
}

/** Nothing was done: then the reason is the answer. */
export function orRefuse(effect: EventEffect) {
  if (effect.count === 0 && effect.refused.length > 0) {
    throw new CallError({ ret: Ret.refused, msg: refusedWords(effect.refused).join('；'), status: 200 })
  }
  return effect
}

const formOf = (targets: Targets, { type, on, place, whereTo, basis, reason }: EventValues): EventForm => ({
  targets: targetsOf(targets),
  type: type as EventForm['type'],
  on,
  whereTo,
  basis,
  reason,
  gradeId: place?.gradeId ?? null,
  classId: place?.classId ?? null,
})

/** From so many on a class is called too large. */
const largeFrom = 56

/** How large the classes become that are left, and the one that is joined; undefined where that is not known. */
export function sizesOf(
  { grades }: ClassTree,
  { changes }: EventEffect,
  classId: string,
): Preview['changes'] | undefined {
  const classes = grades.find((grade) => grade.classes.some(({ id }) => id === classId))?.classes ?? []
  const target = classes.find(({ id }) => id === classId)
  if (!target || changes.length === 0) return undefined
  const left = classes
    .filter(({ id }) => id !== classId)
    .map(({ label, count }) => ({ label, count, less: changes.filter(({ from }) => from === label).length }))
    .filter(({ less }) => less > 0)
  const size = target.count + changes.length
  return [
    ...left.map(({ label, count, less }) => ({ label, before: some(count), after: some(count - less) })),
    {
      label: target.label,
      before: some(target.count),
      after: some(size),
      ...(size >= largeFrom && { warning: `达到 ${largeFrom} 人大班额` }),
    },
  ]
}

export async function previewEvent(targets: Targets, values: EventValues) {
  const effect = await call(studentApi.eventPreview, { body: formOf(targets, values) })
  const preview = previewOf(effect, '办理后记入学籍经历')
  const classId = values.place?.classId
  if (values.type !== 'move' || !classId) return preview
  // A bureau has no classes of its own: then it is told who goes, and not how many are there.
  const tree = await call(schoolingApi.classTree, { query: { orgId: null } }).catch(() => undefined)
  return { ...preview, changes: (tree && sizesOf(tree, effect, classId)) ?? preview.changes }
}

export const runEvent = async (targets: Targets, values: EventValues) =>
  void orRefuse(await call(studentApi.event, { body: formOf(targets, values) }))

import type { BodyOf } from '#packages/contract'
import { invalid, newId, Refusal, type Ctx } from '#packages/core'
import { closeClass } from '#kernel/schooling/server/api.ts'
import type { EventEffect, studentApi } from '../../../contract.ts'
import { lockEnrolments, listPupilIdsInClassesFrom, listCurrentEnrolments } from '../../enrolment-queries.ts'
import type { ClassRow } from '../../school-queries.ts'
import { getGradeClassNames } from './class-names.ts'
import { changeEnrolments, lockSchool, findDateObstacle } from './change-enrolments.ts'
import { requireClassInScope, requireNearDay } from './scope-checks.ts'

type MergeForm = BodyOf<typeof studentApi.mergeClasses>

/** Requires that all classes are in scope, of one grade and open. */
async function requireMergeClasses(ctx: Ctx, { sourceIds, targetId, on }: MergeForm) {
  requireNearDay(ctx, on)
  const target = await requireClassInScope(ctx, 'student.event', targetId)
  const sources: ClassRow[] = []
  for (const id of new Set(sourceIds)) sources.push(await requireClassInScope(ctx, 'student.event', id))
  if (sources.some(({ id }) => id === targetId))
    throw invalid([{ field: 'sourceIds', msg: '被并班级不能包含并入的班级' }])
  if (sources.some(({ gradeId }) => gradeId !== target.gradeId)) throw new Refusal('只能合并同一年级的班级')
  const closed = [target, ...sources].find(({ closedOn }) => closedOn !== null)
  if (closed) throw new Refusal(`${closed.name}已撤销，请刷新后重试`)
  return { target, sources }
}

async function planMerge(
  ctx: Ctx,
  form: MergeForm,
  { sources, target }: { sources: ClassRow[]; target: ClassRow },
  locks: boolean,
) {
  const { on } = form
  const ids = await listPupilIdsInClassesFrom(
    ctx.db,
    sources.map(({ id }) => id),
    on,
  )
  const enrolments = await (locks ? lockEnrolments : listCurrentEnrolments)(ctx.db, ids)
  const names = await getGradeClassNames(ctx, [...enrolments, { gradeId: target.gradeId, classId: target.id }], on)
  const ofSource = new Set(sources.map(({ id }) => id))
  const checked = enrolments.map((from) => ({
    from,
    why: findDateObstacle(from, on) ?? (from.classId && ofSource.has(from.classId) ? null : '之后已有其他异动'),
  }))
  const moving = checked.flatMap(({ from, why }) => (why ? [] : from))
  const effect: EventEffect = {
    count: moving.length,
    changes: moving.map(({ studentId: id, name, classId }) => ({
      id,
      name,
      from: names.class(classId),
      to: names.class(target.id),
    })),
    refused: checked.flatMap(({ from, why }) => (why ? { id: from.studentId, name: from.name, why } : [])),
    warnings: [],
  }
  return { moving, effect }
}

export const previewClassMerge = async (ctx: Ctx, form: MergeForm) =>
  (await planMerge(ctx, form, await requireMergeClasses(ctx, form), false)).effect

/** Moves the pupils of the source classes to the target class from a day on and closes the sources. All or nothing. */
export async function mergeClasses(ctx: Ctx, form: MergeForm) {
  const { target } = await requireMergeClasses(ctx, form)
  await lockSchool(ctx, target.orgId)
  const classes = await requireMergeClasses(ctx, form)
  const { moving, effect } = await planMerge(ctx, form, classes, true)
  const [first] = effect.refused
  if (first) throw new Refusal(`${first.name}：${first.why}`)
  const planId = newId()
  const { on, targetId } = form
  await changeEnrolments(
    ctx,
    moving.map(({ studentId, orgId, gradeId, enrolmentStatus }) => ({
      studentId,
      type: 'merge' as const,
      on,
      planId,
      to: { orgId: orgId!, gradeId: gradeId!, classId: targetId, status: enrolmentStatus! },
    })),
  )
  for (const { id } of classes.sources) await closeClass(ctx, id, { on, successorId: targetId })
  return effect
}

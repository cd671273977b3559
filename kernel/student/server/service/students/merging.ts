import type { BodyOf } from '#packages/contract'
import { invalid, newId, Refusal, type Ctx } from '#packages/core'
import { closeClass } from '#kernel/schooling/server'
import type { EventEffect, studentApi } from '../../../contract.ts'
import { holdStanding, pupilsFrom, standingOf } from '../../place-queries.ts'
import type { ClassRow } from '../../school-queries.ts'
import { namesOn } from './naming.ts'
import { changePlaces, holdSchool, whyNotOn } from './placing.ts'
import { classFor, requireNearDay } from './schooling.ts'

type Merging = BodyOf<typeof studentApi.mergeClasses>

/** The classes, all within reach and of one grade, and none of them gone already. */
async function classesOf(ctx: Ctx, { sourceIds, targetId, on }: Merging) {
  requireNearDay(ctx, on)
  const target = await classFor(ctx, 'student.event', targetId)
  const sources: ClassRow[] = []
  for (const id of new Set(sourceIds)) sources.push(await classFor(ctx, 'student.event', id))
  if (sources.some(({ id }) => id === targetId))
    throw invalid([{ field: 'sourceIds', msg: '被并班级不能包含并入的班级' }])
  if (sources.some(({ gradeId }) => gradeId !== target.gradeId)) throw new Refusal('只能合并同一年级的班级')
  const closed = [target, ...sources].find(({ closedOn }) => closedOn !== null)
  if (closed) throw new Refusal(`${closed.name}已撤销，请刷新后重试`)
  return { target, sources }
}

async function weigh(
  ctx: Ctx,
  merging: Merging,
  { sources, target }: { sources: ClassRow[]; target: ClassRow },
  holds: boolean,
) {
  const { on } = merging
  const ids = await pupilsFrom(
    ctx.db,
    sources.map(({ id }) => id),
    on,
  )
  const standing = await (holds ? holdStanding : standingOf)(ctx.db, ids)
  const names = await namesOn(ctx, [...standing, { gradeId: target.gradeId, classId: target.id }], on)
  const ofSource = new Set(sources.map(({ id }) => id))
  const judged = standing.map((from) => ({
    from,
    why: whyNotOn(from, on) ?? (from.classId && ofSource.has(from.classId) ? null : '之后已有其他异动'),
  }))
  const moving = judged.flatMap(({ from, why }) => (why ? [] : from))
  const effect: EventEffect = {
    count: moving.length,
    changes: moving.map(({ studentId: id, name, classId }) => ({
      id,
      name,
      from: names.class(classId),
      to: names.class(target.id),
    })),
    refused: judged.flatMap(({ from, why }) => (why ? { id: from.studentId, name: from.name, why } : [])),
    warnings: [],
  }
  return { moving, effect }
}

export const previewMerging = async (ctx: Ctx, merging: Merging) =>
  (await weigh(ctx, merging, await classesOf(ctx, merging), false)).effect

/** From a day on the pupils of the sources are in the target, and the sources are no longer there. All, or nothing. */
export async function mergeClasses(ctx: Ctx, merging: Merging) {
  const { target } = await classesOf(ctx, merging)
  await holdSchool(ctx, target.orgId)
  const classes = await classesOf(ctx, merging)
  const { moving, effect } = await weigh(ctx, merging, classes, true)
  const [first] = effect.refused
  if (first) throw new Refusal(`${first.name}：${first.why}`)
  const planId = newId()
  const { on, targetId } = merging
  await changePlaces(
    ctx,
    moving.map(({ studentId, orgId, gradeId, placeStatus }) => ({
      studentId,
      type: 'merge' as const,
      on,
      planId,
      to: { orgId: orgId!, gradeId: gradeId!, classId: targetId, status: placeStatus! },
    })),
  )
  for (const { id } of classes.sources) await closeClass(ctx, id, { on, successorId: targetId })
  return effect
}

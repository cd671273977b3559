import { dayOf, invalid, notFound, Refusal, scopeOf, type Ctx } from '#packages/core'
import {
  changeTypes,
  isCompulsory,
  needsBasis,
  whyNotAt,
  type EventEffect,
  type EventForm,
  type StudentTargets,
} from '../../../contract.ts'
import { holdStanding, standingOf, type Standing } from '../../place-queries.ts'
import { idsWithin } from '../../read-queries.ts'
import { classesByIds, gradesByIds, type ClassRow, type GradeRow } from '../../school-queries.ts'
import { namesOn } from './naming.ts'
import { whyNotOn, type PlaceChange } from './placing.ts'
import { requireNearDay } from './schooling.ts'
import { idsByFilter } from './searching.ts'

/** More than a school has: nobody changes a district in one go by mistake. */
const mostAtOnce = 5_000
/** So many are told one by one; how many there are altogether is told as well. */
const toldOneByOne = 200

/** Those who are meant, as far as they are within reach. Whoever is not does not exist. */
async function targetsOf(ctx: Ctx, targets: StudentTargets): Promise<string[]> {
  if ('ids' in targets) {
    const ids = [...new Set(targets.ids)]
    const within = await idsWithin(ctx.db, scopeOf(ctx, 'student.event'), ids, dayOf(ctx.now))
    if (within.length < ids.length) throw notFound('学生')
    return ids
  }
  const found = await idsByFilter(ctx, 'student.event', targets.filter, mostAtOnce + 1)
  const except = new Set(targets.except)
  const ids = found.filter((id) => !except.has(id))
  if (ids.length > mostAtOnce) throw new Refusal(`一次最多${mostAtOnce}人，请缩小范围`)
  // A filter may look at another day; what is done is done to those whom one reaches today.
  return idsWithin(ctx.db, scopeOf(ctx, 'student.event'), ids, dayOf(ctx.now))
}

interface Aim {
  grade: GradeRow | null
  class: ClassRow | null
}

async function aimOf(ctx: Ctx, { type, gradeId, classId, on }: EventForm): Promise<Aim> {
  if (!['move', 'resume', 'repeat', 'skip'].includes(type)) return { grade: null, class: null }
  const row = classId ? (await classesByIds(ctx.db, [classId]))[0] : undefined
  const isOpen = row && (row.closedOn === null || row.closedOn > on)
  if (classId && (!isOpen || (gradeId && row.gradeId !== gradeId)))
    throw invalid([{ field: 'classId', msg: '班级不存在' }])
  const ofGrade = row?.gradeId ?? gradeId
  const grade = ofGrade ? (await gradesByIds(ctx.db, [ofGrade]))[0] : undefined
  if (ofGrade && !grade) throw invalid([{ field: 'gradeId', msg: '年级不存在' }])
  if (type !== 'resume' && !row) throw invalid([{ field: 'classId', msg: '请选择班级' }])
  return { grade: grade ?? null, class: row ?? null }
}

export interface Weighed {
  changes: PlaceChange[]
  effect: EventEffect
  /** 其他情形 of some of them: not without a basis and a note. */
  needsBasis: boolean
}

/** What would become of whom. `holds`: and nobody changes them until it has. */
export async function weighEvent(ctx: Ctx, form: EventForm, holds: boolean): Promise<Weighed> {
  requireNearDay(ctx, form.on)
  const ids = await targetsOf(ctx, form.targets)
  const standing = await (holds ? holdStanding : standingOf)(ctx.db, ids)
  const aim = await aimOf(ctx, form)
  requireAimAmong(aim, standing)
  const gradeIds = [...new Set(standing.flatMap(({ gradeId }) => gradeId ?? []))]
  const grades = new Map((await gradesByIds(ctx.db, gradeIds)).map((grade) => [grade.id, grade]))
  const judged = standing.map((from) => ({ from, ...judge(form, aim, from, grades) }))
  const stagesMeant = judged.flatMap(({ change, from }) => (change ? stageOf(from, grades) : []))
  return {
    changes: judged.flatMap(({ change }) => change ?? []),
    effect: await effectOf(ctx, form, judged, warningsOf(form, stagesMeant)),
    needsBasis: stagesMeant.some((stage) => needsBasis(form.type, stage)),
  }
}

const stageOf = ({ gradeId }: Standing, grades: ReadonlyMap<string, GradeRow>) =>
  grades.get(gradeId ?? '')?.stage ?? null

/** A class of a school that none of these pupils is at is not there. */
function requireAimAmong(aim: Aim, standing: readonly Standing[]) {
  const orgId = aim.class?.orgId ?? aim.grade?.orgId
  if (orgId === undefined || standing.some((from) => orgOf(from) === orgId)) return
  throw invalid([{ field: 'classId', msg: '班级不存在' }])
}
const orgOf = ({ orgId, studentOrgId, overOn }: Standing) => (overOn === null ? (orgId ?? studentOrgId) : studentOrgId)

interface Verdict {
  change?: PlaceChange
  why?: string
}

function judge(form: EventForm, aim: Aim, from: Standing, grades: ReadonlyMap<string, GradeRow>): Verdict {
  const why = whyNotOn(from, form.on) ?? whyNot(form, aim, from, grades)
  if (why) return { why }
  const { type, on } = form
  const words = [form.whereTo && `转往${form.whereTo}`, form.basis && `依据：${form.basis}`, form.reason]
  const reason = words.filter(Boolean).join('；')
  return { change: { studentId: from.studentId, type, on, reason, to: toOf(form, aim, from) } }
}

/** Why this cannot happen to this one, if it cannot. */
function whyNot({ type }: EventForm, aim: Aim, from: Standing, grades: ReadonlyMap<string, GradeRow>): string | null {
  const isHere = from.placeId !== null && from.overOn === null
  if (type === 'resume') return whyNoReturn(aim, from, isHere)
  if (!isHere) return '已不在校'
  const unlawful = whyNotAt(type, stageOf(from, grades))
  if (unlawful) return unlawful
  if (aim.class && aim.class.orgId !== from.orgId) return '班级不属于该生所在学校'
  if (type === 'suspend') return from.placeStatus === 'suspended' ? '已在休学' : null
  if (!['move', 'repeat', 'skip'].includes(type)) return null
  if (from.placeStatus === 'suspended') return '休学中，请先办理复学'
  if (aim.class!.id === from.classId) return '已在该班'
  const grade = grades.get(from.gradeId!)!
  if (type === 'move') return aim.grade!.id === grade.id ? null : '调班只能在本年级内，跨年级请办理留级或跳级'
  if (aim.grade!.stage !== grade.stage) return '目标年级与原年级不在同一学段'
  if (type === 'repeat') return aim.grade!.startYear > grade.startYear ? null : '留级须到下一年级'
  return aim.grade!.startYear < grade.startYear ? null : '跳级须到上一年级'
}

function whyNoReturn(aim: Aim, from: Standing, isHere: boolean): string | null {
  if (isHere && from.placeStatus !== 'suspended') return '在读，无需复学'
  if (!isHere && from.status !== 'transferred') return '只有休学或转出的学生可以复学'
  const org = aim.class?.orgId ?? aim.grade?.orgId
  if (org !== undefined && org !== orgOf(from)) return '班级不属于该生所在学校'
  return from.gradeId === null && !aim.grade ? '请选择年级' : null
}

function toOf({ type }: EventForm, aim: Aim, from: Standing): PlaceChange['to'] {
  const orgId = orgOf(from)
  if (type === 'suspend') return { orgId, gradeId: from.gradeId!, classId: null, status: 'suspended' }
  if (type === 'resume')
    return { orgId, gradeId: aim.grade?.id ?? from.gradeId!, classId: aim.class?.id ?? null, status: 'studying' }
  if (['move', 'repeat', 'skip'].includes(type))
    return { orgId, gradeId: aim.grade!.id, classId: aim.class!.id, status: 'studying' }
  return null
}

type Judged = Verdict & { from: Standing }
const repeatWarning = '义务教育阶段原则上不留级，请填写审批依据'

const warningsOf = ({ type }: EventForm, stagesMeant: readonly (number | null)[]): string[] =>
  type === 'repeat' && stagesMeant.some(isCompulsory) ? [repeatWarning] : []

async function effectOf(
  ctx: Ctx,
  form: EventForm,
  judged: readonly Judged[],
  warnings: string[],
): Promise<EventEffect> {
  const changing = judged.filter(({ change }) => change)
  const told = changing.slice(0, toldOneByOne)
  const places = told.flatMap(({ from, change }) => [from, ...(change!.to ? [change!.to] : [])])
  const names = await namesOn(ctx, places, form.on)
  const wordsOf = (place: { gradeId: string | null; classId: string | null } | null) =>
    place ? names.class(place.classId) || names.grade(place.gradeId) : ''
  const toWords = ({ to }: PlaceChange) =>
    to ? `${wordsOf(to)}${to.status === 'suspended' ? '（休学）' : ''}` : changeTypes[form.type]
  return {
    count: changing.length,
    changes: told.map(({ from, change }) => ({
      id: from.studentId,
      name: from.name,
      from: wordsOf(from),
      to: toWords(change!),
    })),
    refused: judged.flatMap(({ from, why }) => (why ? { id: from.studentId, name: from.name, why } : [])),
    warnings,
  }
}

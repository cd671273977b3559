import { changedByOthers, dayOf, orNotFound, newId, notFound, Refusal, scopeOf, type Ctx } from '#packages/core'
import { onConstraint, listReferencedIds } from '#packages/db'
import { lockTree } from '#kernel/org/server/api.ts'
import { claimPicture, releaseOtherPictures } from '#kernel/files/server/api.ts'
import { publish } from '#packages/jobs'
import { classClosed, type ClassForm, type GenerateForm } from '../../../contract-classes.ts'
import {
  deleteClassRows,
  listGroupIdsOfClass,
  lockClass,
  insertClass,
  isTaught,
  moveClassGroups,
  findRoomOfSchool,
  updateClassSort,
  updateClass,
  insertClasses,
  getLastClassSort,
  updateClassClosing,
} from '../../class-edit-queries.ts'
import { listClassesInScope, type ClassRow, listClassRows } from '../../class-queries.ts'
import { type GradeRow, ensureGrade } from '../../grade-queries.ts'
import { listTeachersOfClasses } from '../../class-teacher-queries.ts'
import { getPupilCounts } from '../../pupil-counts.ts'
import { getGradeNaming } from '../../settings.ts'
import { getFirstDayOfSchoolYear, stages, type Stage } from '../../../contract-school-year.ts'
import { getClassNames } from './class-descriptions.ts'
import { getEditableGrade, requireSchoolStage } from './grades.ts'
import { getEditableSchool } from './school-access.ts'
import { setClassHeads } from './class-teachers.ts'
import { publishGroupsMoved } from './teaching-events.ts'

const sameClassName = onConstraint('school_class_name', '该年级已存在同名班级', 'name')

export async function saveClass(ctx: Ctx, form: ClassForm) {
  await lockTree(ctx)
  const there = form.id === null ? null : await getEditableClass(ctx, form.id)
  const grade = await getEditableGrade(ctx, form.gradeId)
  await getEditableSchool(ctx, grade.orgId)
  if (form.roomId) orNotFound(await findRoomOfSchool(ctx.db, grade.orgId, form.roomId), '场室')
  if (there) await updateExistingClass(ctx, there, grade, form)
  const id = there?.id ?? newId()
  if (!there) {
    const position = {
      orgId: grade.orgId,
      openedOn: getClassOpeningDay(ctx, grade.startYear),
      sort: await getNextSort(ctx, grade.id),
    }
    await insertClass(ctx.db, { ...form, ...position, id }, ctx.now).catch(sameClassName)
  }
  if (form.logoFiles) await setClassPicture(ctx, id, form.logoFiles)
  if (form.head) await setClassHeads(ctx, [{ classId: id, userId: form.head.userId }], dayOf(ctx.now))
  return { id }
}

async function updateExistingClass(ctx: Ctx, there: ClassRow, grade: GradeRow, form: ClassForm) {
  if (there.closedOn !== null) throw new Refusal('该班级已撤销，不能修改')
  if (grade.orgId !== there.orgId) throw notFound('年级')
  if (grade.stage !== there.stage) throw new Refusal('年级与班级学段不一致')
  if (grade.id !== there.gradeId) await refuseClassWithPupils(ctx, there)
  const saved = await updateClass(ctx.db, { ...form, id: there.id }, ctx.now).catch(sameClassName)
  if (!saved) throw changedByOthers()
  if (grade.id === there.gradeId) return
  await moveClassGroups(ctx.db, there.id, grade.id, ctx.now)
  await publishGroupsMoved(ctx, there.orgId, { classId: there.id })
}

/** Pupils' enrolments record the grade, so a class with pupils cannot change its grade; pupils are moved one by one. */
async function refuseClassWithPupils(ctx: Ctx, { id }: ClassRow) {
  await lockClass(ctx.db, id)
  if ((await getPupilCounts(ctx).countEverInClass(ctx, id)) > 0) throw new Refusal('班级已有学生，不能更改年级')
}

async function getEditableClass(ctx: Ctx, id: string): Promise<ClassRow> {
  const [row] = await listClassesInScope(ctx.db, scopeOf(ctx, 'class.edit'), { ids: [id], day: dayOf(ctx.now) })
  return orNotFound(row, '班级')
}

/** Creates grades with the given number of classes; repeated calls create nothing twice. */
export async function generateClasses(ctx: Ctx, { orgId, grades }: GenerateForm) {
  await lockTree(ctx)
  const org = await getEditableSchool(ctx, orgId)
  const made = { grades: 0, classes: 0 }
  for (const { years, ...grade } of grades) {
    requireSchoolStage(org, grade.stage)
    const opened = await openGrade(ctx, { orgId: org.id, ...grade, ...(years === undefined ? {} : { years }) })
    made.grades += opened.isNew ? 1 : 0
    made.classes += opened.classIds.length
  }
  return made
}

export async function sortClasses(ctx: Ctx, ids: readonly string[]) {
  const classFilter = { ids, day: dayOf(ctx.now) }
  const rows = await listClassesInScope(ctx.db, scopeOf(ctx, 'class.edit'), classFilter)
  if (rows.length < new Set(ids).size) throw notFound('班级')
  await updateClassSort(ctx.db, ids, ctx.now)
  return null
}

/** Deletes only classes created by mistake: a class that ever had pupils or lessons is closed instead. */
export async function deleteClass(ctx: Ctx, id: string) {
  const row = await getEditableClass(ctx, id)
  await lockClass(ctx.db, id)
  const obstacle = await getDeleteObstacle(ctx, row)
  if (obstacle) throw new Refusal(obstacle)
  await setClassPicture(ctx, id, [])
  await deleteClassRows(ctx.db, id)
  return null
}

async function getDeleteObstacle(ctx: Ctx, { id, name }: ClassRow): Promise<string | null> {
  const pupils = await getPupilCounts(ctx).countEverInClass(ctx, id)
  if (pupils > 0) return `班级下还有${pupils}名学生，不能删除`
  if (await isTaught(ctx.db, id)) return `${name}已有任课安排，不能删除`
  const others = await listReferencedIds(ctx.db, 'school_class', [id], ['class_teacher', 'teaching_group'])
  if (others.size > 0) return `${name}已有其他数据，不能删除`
  const groupIds = await listGroupIdsOfClass(ctx.db, id)
  const lessons = await listReferencedIds(ctx.db, 'teaching_group', groupIds, ['teaching_assignment', 'group_member'])
  return lessons.size > 0 ? `${name}已在课表中，不能删除` : null
}

/** Why a class cannot be deleted, or what is deleted with it. */
export async function previewDeleteClass(ctx: Ctx, id: string) {
  const row = await getEditableClass(ctx, id)
  const day = dayOf(ctx.now)
  const teachers = await listTeachersOfClasses(ctx.db, [id], null)
  const names = [...new Set(teachers.map(({ name }) => name))]
  return {
    label: getClassNames(row, day, await getGradeNaming(ctx)).label,
    obstacle: (await getDeleteObstacle(ctx, row)) ?? '',
    goes: names.length > 0 ? [`班主任等任职记录：${names.join('、')}`] : [],
  }
}

interface GradeToOpen {
  orgId: string
  stage: number
  startYear: number
  years?: number
  /** Creates 1班 to n班; existing and additional classes stay. */
  classes: number
}

/**
 * Creates a grade with the given number of classes. Repeated calls create nothing twice; `classIds` are the new ones.
 */
export async function openGrade(ctx: Ctx, { orgId, stage, startYear, years, classes }: GradeToOpen) {
  const { db, now } = ctx
  const grade = { id: newId(), orgId, stage, startYear, years: years ?? getStageYears(stage) }
  const { id: gradeId, isNew } = await ensureGrade(db, grade, now)
  const openedOn = getClassOpeningDay(ctx, startYear)
  const wanted = Array.from({ length: classes }, (_, at) => ({
    id: newId(),
    orgId,
    gradeId,
    name: `${at + 1}班`,
    openedOn,
    sort: at + 1,
  }))
  return { gradeId, classIds: await insertClasses(db, wanted, now), isNew }
}

const getStageYears = (stage: number) => stages[stage as Stage].years

/** The first day of the grade, or today when the class is created before that day. */
export function getClassOpeningDay({ now }: Pick<Ctx, 'now'>, startYear: number) {
  const today = dayOf(now)
  const first = getFirstDayOfSchoolYear(startYear)
  return first < today ? first : today
}

export const getNextSort = async ({ db }: Ctx, gradeId: string) => (await getLastClassSort(db, gradeId)) + 1

/** Closes a class from the day on. The caller must have moved its pupils, usually into the successor. */
export async function closeClass(ctx: Ctx, classId: string, closed: { on: string; successorId: string | null }) {
  if (!(await updateClassClosing(ctx.db, classId, closed))) throw new Refusal('该班级已撤销，请刷新后重试')
  await publishClosing(ctx, classId, closed.on)
}

async function publishClosing(ctx: Ctx, classId: string, closedOn: string | null) {
  const [row] = await listClassRows(ctx.db, { classIds: [classId] })
  await publish(ctx, classClosed, { classId, orgId: row!.orgId, closedOn })
}

export async function reopenClass(ctx: Ctx, classId: string) {
  const [row] = await listClassRows(ctx.db, { classIds: [classId] })
  const isReopened = await updateClassClosing(ctx.db, classId, null).catch(
    onConstraint('school_class_name', `${row?.name ?? ''}已有同名班级，不能恢复`),
  )
  if (isReopened) await publishClosing(ctx, classId, null)
}

/** The owner kind of class pictures in the file module. */
export const classPictureOwner = 'class'

/** Replaces the picture of a class; a class has at most one. */
export async function setClassPicture(ctx: Ctx, classId: string, fileIds: readonly string[]) {
  const owner = { kind: classPictureOwner, id: classId }
  for (const fileId of fileIds) await claimPicture(ctx, owner, fileId, 'logoFiles')
  await releaseOtherPictures(ctx, owner, fileIds)
}

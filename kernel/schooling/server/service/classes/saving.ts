import { changedByOthers, dayOf, found, newId, notFound, Refusal, scopeOf, type Ctx } from '#packages/core'
import { onConstraint, referredTo } from '#packages/db'
import { holdTree } from '#kernel/org/server'
import type { ClassForm, GenerateForm } from '../../../contract-classes.ts'
import {
  deleteClassRows,
  holdClass,
  insertClass,
  isTaught,
  moveGroupsOfClass,
  roomIn,
  sortClassRows,
  updateClass,
} from '../../class-edit-queries.ts'
import { classesWithin, type ClassRow } from '../../class-queries.ts'
import type { GradeRow } from '../../grade-queries.ts'
import { teachersOf } from '../../class-teacher-queries.ts'
import { pupilCounts } from '../../pupils.ts'
import { gradeNamingOf } from '../../settings.ts'
import { namesOf } from './describing.ts'
import { gradeToEdit, requireStage } from './grades.ts'
import { nextSort, openedOnOf, openGrade } from './opening.ts'
import { setPicture } from './picture.ts'
import { schoolToEdit } from './places.ts'
import { setHeads } from './teachers.ts'

const sameName = onConstraint('school_class_name', '该年级已存在同名班级', 'name')

/** A new class, or what one is. */
export async function saveClass(ctx: Ctx, form: ClassForm) {
  await holdTree(ctx)
  const there = form.id === null ? null : await classToEdit(ctx, form.id)
  const grade = await gradeToEdit(ctx, form.gradeId)
  await schoolToEdit(ctx, grade.orgId)
  if (form.roomId) found(await roomIn(ctx.db, grade.orgId, form.roomId), '场室')
  if (there) await changeClass(ctx, there, grade, form)
  const id = there?.id ?? newId()
  if (!there) {
    const place = {
      orgId: grade.orgId,
      openedOn: openedOnOf(ctx, grade.startYear),
      sort: await nextSort(ctx, grade.id),
    }
    await insertClass(ctx.db, { ...form, ...place, id }, ctx.now).catch(sameName)
  }
  if (form.logoFiles) await setPicture(ctx, id, form.logoFiles)
  if (form.head) await setHeads(ctx, [{ classId: id, userId: form.head.userId }], dayOf(ctx.now))
  return { id }
}

async function changeClass(ctx: Ctx, there: ClassRow, grade: GradeRow, form: ClassForm) {
  if (there.closedOn !== null) throw new Refusal('该班级已撤销，不能修改')
  if (grade.orgId !== there.orgId) throw notFound('年级')
  if (grade.stage !== there.stage) throw new Refusal('年级与班级学段不一致')
  if (grade.id !== there.gradeId) await refuseWithPupils(ctx, there)
  const saved = await updateClass(ctx.db, { ...form, id: there.id }, ctx.now).catch(sameName)
  if (!saved) throw changedByOthers()
  if (grade.id !== there.gradeId) await moveGroupsOfClass(ctx.db, there.id, grade.id, ctx.now)
}

/** Where pupils are, or were, was written down with the grade: they go to another one by one, on a day. */
async function refuseWithPupils(ctx: Ctx, { id }: ClassRow) {
  await holdClass(ctx.db, id)
  if ((await pupilCounts().everIn(ctx, id)) > 0) throw new Refusal('班级已有学生，不能更改年级')
}

async function classToEdit(ctx: Ctx, id: string): Promise<ClassRow> {
  const [row] = await classesWithin(ctx.db, scopeOf(ctx, 'class.edit'), { ids: [id], day: dayOf(ctx.now) })
  return found(row, '班级')
}

/** Grades with so many classes each; asked twice it makes nothing twice. */
export async function generateClasses(ctx: Ctx, { orgId, grades }: GenerateForm) {
  await holdTree(ctx)
  const org = await schoolToEdit(ctx, orgId)
  const made = { grades: 0, classes: 0 }
  for (const { years, ...grade } of grades) {
    requireStage(org, grade.stage)
    const opened = await openGrade(ctx, { orgId: org.id, ...grade, ...(years === undefined ? {} : { years }) })
    made.grades += opened.isNew ? 1 : 0
    made.classes += opened.classIds.length
  }
  return made
}

export async function sortClasses(ctx: Ctx, ids: readonly string[]) {
  const asked = { ids, day: dayOf(ctx.now) }
  const rows = await classesWithin(ctx.db, scopeOf(ctx, 'class.edit'), asked)
  if (rows.length < new Set(ids).size) throw notFound('班级')
  await sortClassRows(ctx.db, ids, ctx.now)
  return null
}

/** Only what was made by mistake: a class that has had pupils or lessons is closed, not deleted. */
export async function deleteClass(ctx: Ctx, id: string) {
  const row = await classToEdit(ctx, id)
  await holdClass(ctx.db, id)
  const obstacle = await whyKept(ctx, row)
  if (obstacle) throw new Refusal(obstacle)
  await setPicture(ctx, id, [])
  await deleteClassRows(ctx.db, id)
  return null
}

async function whyKept(ctx: Ctx, { id, name }: ClassRow): Promise<string | null> {
  const pupils = await pupilCounts().everIn(ctx, id)
  if (pupils > 0) return `班级下还有${pupils}名学生，不能删除`
  if (await isTaught(ctx.db, id)) return `${name}已有任课安排，不能删除`
  const others = await referredTo(ctx.db, 'school_class', [id], ['class_teacher', 'teaching_group'])
  return others.size > 0 ? `${name}已有其他数据，不能删除` : null
}

/** Why a class cannot go, or what goes with it. */
export async function previewDeleteClass(ctx: Ctx, id: string) {
  const row = await classToEdit(ctx, id)
  const day = dayOf(ctx.now)
  const teachers = await teachersOf(ctx.db, [id], null)
  const names = [...new Set(teachers.map(({ name }) => name))]
  return {
    label: namesOf(row, day, await gradeNamingOf(ctx)).label,
    obstacle: (await whyKept(ctx, row)) ?? '',
    goes: names.length > 0 ? [`班主任等任职记录：${names.join('、')}`] : [],
  }
}

import type { FastifyInstance } from 'fastify'
import { mount } from '#packages/http'
import { classRoutes as api } from '../contract-classes.ts'
import { endAssignment } from './service/classes/end-assignment.ts'
import { assignTeacher } from './service/classes/teaching-assignments.ts'
import { copyTeaching } from './service/classes/copy-teaching.ts'
import { getTeachingGaps } from './service/classes/teaching-gaps.ts'
import { listGrades, saveGrade } from './service/classes/grades.ts'
import { listMyClasses } from './service/classes/class-descriptions.ts'
import { findClasses, listClasses, getClass, getClassTree } from './service/classes/classes.ts'
import {
  deleteClass,
  generateClasses,
  previewDeleteClass,
  saveClass,
  sortClasses,
} from './service/classes/edit-classes.ts'
import { fillSchoolFacts, getSetUp, skipSetUpStep } from './service/classes/school-set-up.ts'
import { saveTeachingSheet } from './service/classes/save-teaching-sheet.ts'
import { setClassTeachers } from './service/classes/class-teachers.ts'
import { listTeachingStaff, getTeachingMatrix, saveTeachingGroup } from './service/classes/teaching-matrix.ts'

export function classRoutes(app: FastifyInstance) {
  mount(app, api.grades, (ctx, { query }) => listGrades(ctx, query))
  mount(app, api.saveGrade, (ctx, { body }) => saveGrade(ctx, body))
  mount(app, api.classTree, (ctx, { query }) => getClassTree(ctx, query))
  mount(app, api.classes, (ctx, { query }) => listClasses(ctx, query))
  mount(app, api.findClasses, (ctx, { body }) => findClasses(ctx, body.keyword))
  mount(app, api.classDetail, (ctx, { query }) => getClass(ctx, query))
  mount(app, api.saveClass, (ctx, { body }) => saveClass(ctx, body))
  mount(app, api.generateClasses, (ctx, { body }) => generateClasses(ctx, body))
  mount(app, api.sortClasses, (ctx, { body }) => sortClasses(ctx, body.ids))
  mount(app, api.deleteClassPreview, (ctx, { query }) => previewDeleteClass(ctx, query.id))
  mount(app, api.deleteClass, (ctx, { body }) => deleteClass(ctx, body.id))
  mount(app, api.setClassTeacher, (ctx, { body }) => setClassTeachers(ctx, body))
  mount(app, api.teachingMatrix, (ctx, { query }) => getTeachingMatrix(ctx, query))
  mount(app, api.teachingStaff, (ctx, { query }) => listTeachingStaff(ctx, query.orgId))
  mount(app, api.saveSheet, (ctx, { body }) => saveTeachingSheet(ctx, body))
  mount(app, api.assign, (ctx, { body }) => assignTeacher(ctx, body))
  mount(app, api.endAssignment, (ctx, { body }) => endAssignment(ctx, body))
  mount(app, api.copyTeaching, (ctx, { body }) => copyTeaching(ctx, body))
  mount(app, api.saveGroup, (ctx, { body }) => saveTeachingGroup(ctx, body))
  mount(app, api.teachingGaps, (ctx) => getTeachingGaps(ctx))
  mount(app, api.myClass, (ctx, { query }) => listMyClasses(ctx, query))
  mount(app, api.setUp, (ctx, { query }) => getSetUp(ctx, query.orgId))
  mount(app, api.skipSetUp, (ctx, { body }) => skipSetUpStep(ctx, body))
  mount(app, api.fillFacts, (ctx, { body }) => fillSchoolFacts(ctx, body))
}

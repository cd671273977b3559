import type { FastifyInstance } from 'fastify'
import { mount } from '#packages/http'
import { classRoutes as api } from '../contract-classes.ts'
import { assign, endAssignment } from './service/classes/assigning.ts'
import { copyTeaching } from './service/classes/copying.ts'
import { readTeachingGaps } from './service/classes/gaps.ts'
import { listGrades, saveGrade } from './service/classes/grades.ts'
import { listMyClasses } from './service/classes/mine.ts'
import { findClasses, listClasses, readClass, readClassTree } from './service/classes/reading.ts'
import { deleteClass, generateClasses, previewDeleteClass, saveClass, sortClasses } from './service/classes/saving.ts'
import { fillFacts, readSetUp, skipSetUp } from './service/classes/set-up.ts'
import { saveSheet } from './service/classes/sheet.ts'
import { setClassTeacher } from './service/classes/teachers.ts'
import { listTeachingStaff, readTeaching, saveGroup } from './service/classes/teaching.ts'

export function classRoutes(app: FastifyInstance) {
  mount(app, api.grades, (ctx, { query }) => listGrades(ctx, query))
  mount(app, api.saveGrade, (ctx, { body }) => saveGrade(ctx, body))
  mount(app, api.classTree, (ctx, { query }) => readClassTree(ctx, query))
  mount(app, api.classes, (ctx, { query }) => listClasses(ctx, query))
  mount(app, api.findClasses, (ctx, { body }) => findClasses(ctx, body.keyword))
  mount(app, api.classDetail, (ctx, { query }) => readClass(ctx, query))
  mount(app, api.saveClass, (ctx, { body }) => saveClass(ctx, body))
  mount(app, api.generateClasses, (ctx, { body }) => generateClasses(ctx, body))
  mount(app, api.sortClasses, (ctx, { body }) => sortClasses(ctx, body.ids))
  mount(app, api.deleteClassPreview, (ctx, { query }) => previewDeleteClass(ctx, query.id))
  mount(app, api.deleteClass, (ctx, { body }) => deleteClass(ctx, body.id))
  mount(app, api.setClassTeacher, (ctx, { body }) => setClassTeacher(ctx, body))
  mount(app, api.teachingMatrix, (ctx, { query }) => readTeaching(ctx, query))
  mount(app, api.teachingStaff, (ctx, { query }) => listTeachingStaff(ctx, query.orgId))
  mount(app, api.saveSheet, (ctx, { body }) => saveSheet(ctx, body))
  mount(app, api.assign, (ctx, { body }) => assign(ctx, body))
  mount(app, api.endAssignment, (ctx, { body }) => endAssignment(ctx, body))
  mount(app, api.copyTeaching, (ctx, { body }) => copyTeaching(ctx, body))
  mount(app, api.saveGroup, (ctx, { body }) => saveGroup(ctx, body))
  mount(app, api.teachingGaps, (ctx) => readTeachingGaps(ctx))
  mount(app, api.myClass, (ctx, { query }) => listMyClasses(ctx, query))
  mount(app, api.setUp, (ctx, { query }) => readSetUp(ctx, query.orgId))
  mount(app, api.skipSetUp, (ctx, { body }) => skipSetUp(ctx, body))
  mount(app, api.fillFacts, (ctx, { body }) => fillFacts(ctx, body))
}

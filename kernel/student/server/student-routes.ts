import type { FastifyInstance } from 'fastify'
import { mount } from '#packages/http'
import { studentApi } from '../contract.ts'
import { addStudent } from './service/students/add-student.ts'
import { editStudent } from './service/students/edit-student.ts'
import { applyEvent, previewEvent } from './service/students/enrolment-events.ts'
import { getHeadCountsInScope, getRoster, setGroupMembers, setSeats } from './service/students/rosters.ts'
import { saveGuardians } from './service/students/save-guardians.ts'
import { getClassFamilies, getMyClasses } from './service/students/my-classes.ts'
import { listChanges, searchChanges } from './service/students/student-changes.ts'
import { mergeClasses, previewClassMerge } from './service/students/merge-classes.ts'
import { listRevealRecords, getStudent } from './service/students/student-detail.ts'
import { revealStudentField } from './service/students/reveal-student-field.ts'
import { getSexCounts, searchStudents } from './service/students/search-students.ts'
import { requestTransfer, decideTransfer, listTransfers } from './service/students/transfers.ts'

export function mountStudentRoutes(app: FastifyInstance) {
  mount(app, studentApi.search, (ctx, { body }) => searchStudents(ctx, body))
  mount(app, studentApi.sexCounts, (ctx, { body }) => getSexCounts(ctx, body))
  mount(app, studentApi.detail, (ctx, { query }) => getStudent(ctx, query))
  mount(app, studentApi.add, (ctx, { body }) => addStudent(ctx, body))
  mount(app, studentApi.edit, (ctx, { body }) => editStudent(ctx, body))
  mount(app, studentApi.saveGuardians, (ctx, { body }) => saveGuardians(ctx, body))
  mount(app, studentApi.setSeats, (ctx, { body }) => setSeats(ctx, body))
  mount(app, studentApi.reveal, (ctx, { body }) => revealStudentField(ctx, body))
  mount(app, studentApi.revealRecords, (ctx, { query }) => listRevealRecords(ctx, query.id))
  mount(app, studentApi.eventPreview, (ctx, { body }) => previewEvent(ctx, body))
  mount(app, studentApi.event, (ctx, { body }) => applyEvent(ctx, body))
  mount(app, studentApi.mergePreview, (ctx, { body }) => previewClassMerge(ctx, body))
  mount(app, studentApi.mergeClasses, (ctx, { body }) => mergeClasses(ctx, body))
  mount(app, studentApi.searchChanges, (ctx, { body }) => searchChanges(ctx, body))
  mount(app, studentApi.changes, (ctx, { query }) => listChanges(ctx, query))
  mount(app, studentApi.requestTransfer, (ctx, { body }) => requestTransfer(ctx, body))
  mount(app, studentApi.transfers, (ctx, { query }) => listTransfers(ctx, query))
  mount(app, studentApi.decideTransfer, (ctx, { body }) => decideTransfer(ctx, body))
  mount(app, studentApi.headCounts, (ctx, { query }) => getHeadCountsInScope(ctx, query))
  mount(app, studentApi.setGroupMembers, (ctx, { body }) => setGroupMembers(ctx, body))
  mount(app, studentApi.myClasses, (ctx) => getMyClasses(ctx))
  mount(app, studentApi.classFamilies, (ctx, { query }) => getClassFamilies(ctx, query.classId))
  mount(app, studentApi.roster, (ctx, { query }) => getRoster(ctx, query))
}

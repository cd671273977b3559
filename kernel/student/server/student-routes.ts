import type { FastifyInstance } from 'fastify'
import { mount } from '#packages/http'
import { studentApi } from '../contract.ts'
import { addStudent } from './service/students/adding.ts'
import { editStudent } from './service/students/editing.ts'
import { carryOutEvent, previewEvent } from './service/students/events.ts'
import { readHeadCounts, readRoster, setGroupMembers } from './service/students/grouping.ts'
import { saveGuardians } from './service/students/guardians.ts'
import { readClassFamilies, readMyClasses } from './service/students/mine.ts'
import { listChanges, searchChanges } from './service/students/listing-changes.ts'
import { mergeClasses, previewMerging } from './service/students/merging.ts'
import { listLooks, readStudent } from './service/students/reading.ts'
import { reveal } from './service/students/revealing.ts'
import { searchStudents } from './service/students/searching.ts'
import { setSeats } from './service/students/seating.ts'
import { askTransfer, decideTransfer, listTransfers } from './service/students/transfers.ts'

export function studentRoutes(app: FastifyInstance) {
  mount(app, studentApi.search, (ctx, { body }) => searchStudents(ctx, body))
  mount(app, studentApi.detail, (ctx, { query }) => readStudent(ctx, query))
  mount(app, studentApi.add, (ctx, { body }) => addStudent(ctx, body))
  mount(app, studentApi.edit, (ctx, { body }) => editStudent(ctx, body))
  mount(app, studentApi.saveGuardians, (ctx, { body }) => saveGuardians(ctx, body))
  mount(app, studentApi.setSeats, (ctx, { body }) => setSeats(ctx, body))
  mount(app, studentApi.reveal, (ctx, { body }) => reveal(ctx, body))
  mount(app, studentApi.looks, (ctx, { query }) => listLooks(ctx, query.id))
  mount(app, studentApi.eventPreview, (ctx, { body }) => previewEvent(ctx, body))
  mount(app, studentApi.event, (ctx, { body }) => carryOutEvent(ctx, body))
  mount(app, studentApi.mergePreview, (ctx, { body }) => previewMerging(ctx, body))
  mount(app, studentApi.mergeClasses, (ctx, { body }) => mergeClasses(ctx, body))
  mount(app, studentApi.searchChanges, (ctx, { body }) => searchChanges(ctx, body))
  mount(app, studentApi.changes, (ctx, { query }) => listChanges(ctx, query))
  mount(app, studentApi.askTransfer, (ctx, { body }) => askTransfer(ctx, body))
  mount(app, studentApi.transfers, (ctx, { query }) => listTransfers(ctx, query))
  mount(app, studentApi.decideTransfer, (ctx, { body }) => decideTransfer(ctx, body))
  mount(app, studentApi.headCounts, (ctx, { query }) => readHeadCounts(ctx, query))
  mount(app, studentApi.setGroupMembers, (ctx, { body }) => setGroupMembers(ctx, body))
  mount(app, studentApi.myClasses, (ctx) => readMyClasses(ctx))
  mount(app, studentApi.classFamilies, (ctx, { query }) => readClassFamilies(ctx, query.classId))
  mount(app, studentApi.roster, (ctx, { query }) => readRoster(ctx, query))
}

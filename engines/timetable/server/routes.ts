import type { FastifyInstance } from 'fastify'
import { mount } from '#packages/http'
import { timetableApi } from '../contract.ts'
import { previewPublication, startPublication } from './publish.ts'
import { copyRules, listTimetableRules, removeRule, saveRule } from './rules.ts'
import { checkBeforeRun, listTimetableRuns, startRun } from './solver-runs.ts'
import * as timetables from './timetables.ts'
import { getCalendarFile, getChildWeek, getWeek, listMyDayCourses } from './weeks.ts'

export function timetableRoutes(app: FastifyInstance) {
  mount(app, timetableApi.list, (ctx, { query }) => timetables.listTimetables(ctx, query))
  mount(app, timetableApi.content, (ctx, { query }) => timetables.getContent(ctx, query.id))
  mount(app, timetableApi.create, (ctx, { body }) => timetables.createTimetable(ctx, body))
  mount(app, timetableApi.rename, (ctx, { body }) => timetables.renameTimetable(ctx, body))
  mount(app, timetableApi.remove, (ctx, { body }) => timetables.removeTimetable(ctx, body.id))
  mount(app, timetableApi.fill, (ctx, { body }) => timetables.fillFromTeaching(ctx, body.id))
  mount(app, timetableApi.judge, (ctx, { query }) => timetables.judgeSlot(ctx, query.slotId))
  mount(app, timetableApi.change, (ctx, { body }) => timetables.changeSlots(ctx, body))
  mount(app, timetableApi.check, (ctx, { body }) => timetables.checkDraft(ctx, body.id))
  mount(app, timetableApi.rules, (ctx, { query }) => listTimetableRules(ctx, query))
  mount(app, timetableApi.saveRule, (ctx, { body }) => saveRule(ctx, body))
  mount(app, timetableApi.deleteRule, (ctx, { body }) => removeRule(ctx, body.id))
  mount(app, timetableApi.copyRules, (ctx, { body }) => copyRules(ctx, body))
  mount(app, timetableApi.precheck, (ctx, { query }) => checkBeforeRun(ctx, query.id))
  mount(app, timetableApi.solve, (ctx, { body }) => startRun(ctx, body))
  mount(app, timetableApi.runs, (ctx, { query }) => listTimetableRuns(ctx, query.id))
  mount(app, timetableApi.publishPreview, (ctx, { query }) => previewPublication(ctx, query))
  mount(app, timetableApi.publish, (ctx, { body }) => startPublication(ctx, body))
  mount(app, timetableApi.week, (ctx, { query }) => getWeek(ctx, query))
  mount(app, timetableApi.childWeek, (ctx, { query }) => getChildWeek(ctx, query))
  mount(app, timetableApi.calendarFile, (ctx) => getCalendarFile(ctx))
  mount(app, timetableApi.myDayCourse, (ctx, { query }) => listMyDayCourses(ctx, query))
}

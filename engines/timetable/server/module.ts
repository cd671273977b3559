import { defineServerModule } from '#packages/http'
import { lessonsChanged, timetablePublished } from '../contract.ts'
import { manifest } from '../manifest.ts'
import { boardReads } from './board-reads.ts'
import { lessonDutyKind, lessonsLeft, lessonsOfPeriods, timetableContents } from './contributions.ts'
import { demoTimetables } from './demo-rows.ts'
import { publishTask } from './publish.ts'
import { recountings } from './recount-lessons.ts'
import { timetableRoutes } from './routes.ts'
import { timetableImport } from './sheet/import-target.ts'
import { solveTask } from './solver-runs.ts'
import { timetableSetting } from './settings.ts'
import { publishedTemplate, withoutTeacherTemplate } from './timetable-notifications.ts'

export default defineServerModule({
  manifest,
  boardReads,
  routes: timetableRoutes,
  events: [timetablePublished, lessonsChanged],
  subscriptions: recountings,
  jobs: [publishTask.job, solveTask.job],
  messageTemplates: [publishedTemplate, withoutTeacherTemplate],
  dutyKinds: [lessonDutyKind],
  periodGuards: [lessonsOfPeriods],
  lessonCounts: [lessonsLeft],
  settings: [timetableSetting],
  orgContents: [timetableContents],
  imports: [timetableImport],
  demoRows: [demoTimetables],
})

import { defineServerModule } from '#packages/http'
import { createEntityExport, createEntityImport, serveEntity } from '#packages/crud'
import { calendarChanged, classClosed, periodsChanged, roomApi, subjectApi, teachingChanged } from '../contract.ts'
import { manifest } from '../manifest.ts'
import { boardReads } from './board-reads.ts'
import { calendarInterface, classInterface } from './open-interfaces.ts'
import { approversOfClasses } from './approvers.ts'
import { classRoutes } from './class-routes.ts'
import { classPictureOwner } from './service/classes/edit-classes.ts'
import { canReadClass } from './service/classes/classes.ts'
import { classRecords } from './service/classes/class-access-records.ts'
import { classContents } from './service/classes/relocate-classes.ts'
import { demoRooms, demoSubjects } from './demo-rows.ts'
import { rooms } from './rooms.ts'
import { subjects } from './service/time/subjects.ts'
import { readinessRoutes } from './readiness-routes.ts'
import { schoolingResponsibilities } from './responsibilities.ts'
import { getTeacherTypes } from './service/classes/teacher-types.ts'
import { handedOverTemplate } from './service/classes/notify-handover.ts'
import { isSettingUp, factsFilledTemplate } from './service/classes/school-set-up.ts'
import { listTermPeriods } from './service/time/terms.ts'
import { addWorkHours, listWorkDaysOf } from './service/time/work-days.ts'
import { prepareSchoolYear } from './time-jobs.ts'
import { timeRoutes } from './time-routes.ts'
import { setUpReminderTemplate } from './service/readiness.ts'
import { gradeNamingSetting, classSetting, workTimeSetting } from './settings.ts'
import { loggedClasses } from './logged-objects.ts'

export default defineServerModule({
  manifest,
  boardReads,
  routes: (app) => {
    timeRoutes(app)
    classRoutes(app)
    readinessRoutes(app)
  },
  openInterfaces: [classInterface, calendarInterface],
  entities: [serveEntity(roomApi, rooms), serveEntity(subjectApi, subjects)],
  imports: [createEntityImport(rooms, { page: '/baseData/Subjects?tab=rooms' })],
  exports: [createEntityExport(rooms)],
  demoRows: [demoRooms, demoSubjects],
  loggedObjects: [loggedClasses],
  jobs: [prepareSchoolYear],
  events: [calendarChanged, classClosed, periodsChanged, teachingChanged],
  orgContents: [classContents],
  recordKinds: [classRecords],
  responsibilities: [...schoolingResponsibilities],
  pageGates: [{ url: '/baseData/SetUp', isOpen: isSettingUp }],
  termPeriods: [listTermPeriods],
  teacherTypes: [getTeacherTypes],
  approverKinds: [...approversOfClasses],
  fileOwners: [{ kind: classPictureOwner, canRead: canReadClass }],
  messageTemplates: [setUpReminderTemplate, factsFilledTemplate, handedOverTemplate],
  settings: [gradeNamingSetting, classSetting, workTimeSetting],
  workHours: [addWorkHours],
  workDays: [listWorkDaysOf],
})

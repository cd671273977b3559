import { defineServerModule } from '#packages/http'
import { offerPageGate, offerRecordKind } from '#kernel/access/server'
import { offerTeacherTypes } from '#kernel/contacts/server'
import { offerOwner } from '#kernel/files/server'
import { offerContents } from '#kernel/org/server'
import { manifest } from '../manifest.ts'
import { classRoutes } from './class-routes.ts'
import { classPictureOwner } from './service/classes/edit-classes.ts'
import { canReadClass } from './service/classes/classes.ts'
import { classRecords } from './service/classes/class-access-records.ts'
import { classContents } from './service/classes/relocate-classes.ts'
import { readinessRoutes } from './readiness-routes.ts'
import { getTeacherTypes } from './service/classes/teacher-types.ts'
import { isSettingUp } from './service/classes/school-set-up.ts'
import { prepareSchoolYear } from './time-jobs.ts'
import { timeRoutes } from './time-routes.ts'

export { offerPupils, type PupilCounts } from './pupil-counts.ts'
export { listCalendarDays } from './service/time/calendar.ts'
export { ensureDefaultPeriods, listPeriodsOn } from './service/time/timetable-periods.ts'
export { ensureNationalSubjects } from './service/time/subjects.ts'
export { ensureTerms, findTermOn, listOrgTerms } from './service/time/terms.ts'
export {
  getTaughtClasses,
  listClassTeachers,
  describeClasses,
  type ClassDescription,
  type TeacherOfClass,
} from './service/classes/class-descriptions.ts'
export { describeMyClasses } from './service/classes/class-descriptions.ts'
export { assignTeacher } from './service/classes/teaching-assignments.ts'
export { isSchoolNode, listOpenClasses } from './service/classes/class-descriptions.ts'
export { getClassRowScope } from './service/classes/class-access-records.ts'
export { closeClass, openGrade, reopenClass } from './service/classes/edit-classes.ts'
export { setClassHeads } from './service/classes/class-teachers.ts'
export { listOpenedRows, undoOpenedClasses } from './service/undo-opened-classes.ts'
export { seedCalendarDays, seedFinishedSetUps, seedGradeHead, seedLessons, seedSubjectStages } from './seed.ts'
export { getGradeNaming } from './settings.ts'
export default defineServerModule({
  manifest,
  routes: (app) => {
    timeRoutes(app)
    classRoutes(app)
    readinessRoutes(app)
  },
  jobs: [prepareSchoolYear],
  start: () => {
    offerContents(classContents)
    offerRecordKind(classRecords)
    offerPageGate('/baseData/SetUp', isSettingUp)
    offerTeacherTypes(getTeacherTypes)
    offerOwner({ kind: classPictureOwner, canRead: canReadClass })
  },
})

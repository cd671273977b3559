import { defineServerModule } from '#packages/http'
import { offerPageGate, offerRecordKind } from '#kernel/access/server'
import { offerTeacherTypes } from '#kernel/directory/server'
import { offerOwner } from '#kernel/files/server'
import { offerContents } from '#kernel/org/server'
import { manifest } from '../manifest.ts'
import { classRoutes } from './class-routes.ts'
import { pictureOwner } from './service/classes/picture.ts'
import { canReadClass } from './service/classes/reading.ts'
import { classRecords } from './service/classes/recording.ts'
import { classes } from './service/classes/relocating.ts'
import { readinessRoutes } from './readiness-routes.ts'
import { teacherTypesAt } from './service/classes/teacher-types.ts'
import { isSettingUp } from './service/classes/set-up-gate.ts'
import { prepareSchoolYear } from './time-jobs.ts'
import { timeRoutes } from './time-routes.ts'

export { offerPupils, type PupilCounts } from './pupils.ts'
export { calendarOf } from './service/time/calendar.ts'
export { ensurePeriods, periodsOn } from './service/time/periods.ts'
export { ensureSubjects } from './service/time/subjects.ts'
export { ensureTerms, termOn, termsOf } from './service/time/terms.ts'
export {
  classesTaughtBy,
  classTeachersOf,
  describeClasses,
  type ClassDescription,
  type TeacherOfClass,
} from './service/classes/describing.ts'
export { describeMyClasses } from './service/classes/mine.ts'
export { assign } from './service/classes/assigning.ts'
export { isSchoolNode, openClassesOf } from './service/classes/open.ts'
export { placeOfClass } from './service/classes/recording.ts'
export { closeClass, openGrade, reopenClass } from './service/classes/opening.ts'
export { setHeads } from './service/classes/teachers.ts'
export { readOpened, takeBackOpened } from './service/opened.ts'
export { seedDays, seedFinished, seedGradeHead, seedLessons, seedSubjectStages } from './seed.ts'
export { gradeNamingOf } from './settings.ts'
export default defineServerModule({
  manifest,
  routes: (app) => {
    timeRoutes(app)
    classRoutes(app)
    readinessRoutes(app)
  },
  jobs: [prepareSchoolYear],
  start: () => {
    offerContents(classes)
    offerRecordKind(classRecords)
    offerPageGate('/baseData/SetUp', isSettingUp)
    offerTeacherTypes(teacherTypesAt)
    offerOwner({ kind: pictureOwner, canRead: canReadClass })
  },
})

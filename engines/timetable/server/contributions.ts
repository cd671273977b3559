import type { OrgContents } from '#kernel/org/server/api.ts'
import type { DutyKind } from '#engines/duty/server/api.ts'
import type { LessonCount, PeriodGuard } from '#kernel/schooling/server/api.ts'
import { describeLessons, nameLesson } from './describe-lessons.ts'
import { countOfOrgs, moveToOrg } from './contents-queries.ts'
import { countLessonsOfTeacher, listLessonNames } from './lesson-queries.ts'
import { countSlotsInPeriods } from './slot-queries.ts'
import { lessonDuty } from './store-lessons.ts'

/** 三(2)班语文课: what colleagues read where a teacher is busy. */
export const lessonDutyKind: DutyKind = {
  kind: lessonDuty,
  title: '课',
  describe: async (ctx, refs) =>
    new Map(
      (await describeLessons(ctx, await listLessonNames(ctx.db, refs))).map((lesson) => [
        lesson.id,
        nameLesson(lesson),
      ]),
    ),
}

/** A period with lessons in a timetable that is not archived cannot be removed. */
export const lessonsOfPeriods: PeriodGuard = {
  key: 'timetable',
  countLessons: ({ db }, lost) => countSlotsInPeriods(db, lost),
}

/** What somebody who stops teaching a group leaves behind. */
export const lessonsLeft: LessonCount = {
  key: 'timetable',
  count: ({ db }, of) => countLessonsOfTeacher(db, of),
}

/** The timetables of a merged school follow its classes. */
export const timetableContents: OrgContents = {
  key: 'timetables',
  title: '课表',
  measure: '份',
  count: ({ db }, orgIds) => countOfOrgs(db, orgIds),
  relocate: async ({ db, now }, { from, to, isWhole }) => {
    if (isWhole) await moveToOrg(db, from.id, to.id, now)
  },
}

import { expect, it } from 'vitest'
import { useDatabase } from '#packages/testing'
import { createActor } from '#packages/testing'
import { createTimetableSchools } from '#engines/timetable/server/timetable.fixture.ts'
import { aLessonNow, aRoll } from './example.ts'
import { attendanceSetting } from './settings.ts'
import { getRoll } from './sessions/get-roll.ts'

const database = useDatabase()

it.each(['2026-11-16T00:02:00+08:00', '2026-11-16T08:30:00+08:00', '2026-11-16T23:58:00+08:00'])(
  'the example has a lesson and its roll at %s',
  async (clock) => {
    database.contribute('settings', attendanceSetting)
    const now = new Date(clock)
    const { office } = await database.as(createActor(), (ctx) => createTimetableSchools({ ...ctx, now }))
    const { orgId, userId } = office
    await database.as(office, async (rest) => {
      const ctx = { ...rest, now }
      const { lessonId, pupils } = await aLessonNow(ctx, { orgId, userId, startYear: 2025 })
      const [first] = pupils
      const saved = await aRoll(ctx, { lessonId, orgId, userId }, [{ studentId: first?.id ?? '', status: 'missing' }])
      expect(saved).toMatchObject({ status: 'submitted', expected: 2, present: 1 })
      expect((await getRoll(ctx, lessonId)).lesson).toMatchObject({ absent: 1 })
    })
  },
)

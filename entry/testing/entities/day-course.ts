import { aDayOfLessons } from '#engines/timetable/server/example.ts'
import { callApi, type EntityReader, type WireRecord } from './entity-context.ts'

/** Two lessons of the administrator of a school on one day. */
export const readDayCourses: EntityReader = async (context) => {
  const { database, head, world } = context
  const day = await database.as(world.owner, (ctx) => aDayOfLessons(ctx, head))
  const [one, two] = await callApi<WireRecord[]>(context, head.token, `users/myDayCourse?day=${day}`)
  return [
    {
      entity: 'Day course',
      fields: ['courseName', 'subjectName', 'teacherNames', 'start', 'end', 'remark'],
      made: ['teacherNames', 'remark'],
      records: [
        { wire: one!, typed: { courseName: '语文', subjectName: '语文', start: '08:10', end: '08:50' } },
        { wire: two!, typed: { courseName: '数学', subjectName: '数学', start: '10:05', end: '10:45' } },
      ],
    },
  ]
}

import { defineModule } from '#packages/contract'

/**
 * Who was there: roll-calls, pupils' leave and unexplained absences. The pages of staff and their permissions are in
 * applications/roll-call; the pages of families are here.
 */
export const manifest = defineModule({
  key: 'attendance',
  title: '学生考勤',
  permissions: {},
  web: {
    phonePages: ['/studentMain/leave', '/studentMain/attendance'],
    phoneCards: [{ id: 'leave', audience: 'both', sort: 3, height: 104 }],
  },
})

import { expect, it } from 'vitest'
import { defineApplication, defineModule } from '#packages/contract'
import { learnApplications, openedHere } from './service.ts'

it('lists the applications of the house, and none of what they stand on', async () => {
  learnApplications([
    defineModule({ key: 'org', title: '组织', permissions: {} }),
    defineApplication({
      ...{ key: 'teacher-leave', title: '教师请假', route: 'TeacherLeave', category: '办公', permissions: {} },
      pages: [{ path: '', title: '教师请假', permission: 'staff', help: 'teacher-leave' }],
    }),
  ])
  expect(await openedHere()).toEqual([{ key: 'teacher-leave', name: '教师请假', category: '办公', status: 2 }])
})

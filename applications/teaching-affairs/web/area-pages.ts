import type { TeachingArea } from '#packages/contract'

export const affairsPath = '/application/educationalAdministration'
export const timetablePath = `${affairsPath}/timetable`

/** The page of each area and the name of its link. */
export const areaPages: Partial<Record<TeachingArea, { to: string; title: string; icon: string }>> = {
  term: { to: '/baseData/Terms', title: '学期校历', icon: 'calendar' },
  classTime: { to: '/baseData/Terms?tab=periods', title: '作息时间', icon: 'clock-circle' },
  grade: { to: '/baseData/Classes', title: '年级', icon: 'apartment' },
  class: { to: '/baseData/Classes', title: '班级', icon: 'team' },
  subject: { to: '/baseData/Subjects', title: '学科场室', icon: 'experiment' },
  inSubject: { to: '/baseData/Teaching', title: '任课安排', icon: 'schedule' },
  courseTable: { to: timetablePath, title: '课表', icon: 'calendar' },
  profession: { to: `${affairsPath}/professions`, title: '专业', icon: 'book' },
  permission: { to: `${affairsPath}/permission`, title: '教务权限', icon: 'safety-certificate' },
  student: { to: '/baseData/Student', title: '学生', icon: 'solution' },
}

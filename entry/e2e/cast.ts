/** Who plays in the journeys. Each project has a district of its own, so that both can change things at once. */
export interface Cast {
  district: string
  school: string
  districtAdmin: string
  schoolAdmin: string
  teacher: string
  /** As the seed invents it, the same every time. */
  teacherName: string
}

export const casts = {
  desktop: {
    district: '云禾区教育局',
    school: '云禾区实验学校',
    districtAdmin: 'yunhe.admin',
    schoolAdmin: 'shiyan.admin',
    teacher: 'shiyan.teacher',
    teacherName: '罗海燕',
  },
  phone: {
    district: '明湖区教育局',
    school: '明湖区实验学校',
    districtAdmin: 'minghu.admin',
    schoolAdmin: 'mhshiyan.admin',
    teacher: 'mhshiyan.teacher',
    teacherName: '叶文博',
  },
} as const satisfies Record<string, Cast>
export type JourneyProject = keyof typeof casts

export const password = 'Qinghe-Luye-2026'

/** Departments that the set-up adds to each school without anybody counting them: enough for a second page. */
export const addedDepartmentCount = 25
/** Those that the seed made before. */
export const seededDepartmentCount = 6

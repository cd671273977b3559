import type { OpenInterface } from '#packages/contract'

export const classInterface: OpenInterface = {
  code: 'classes',
  path: '/classes',
  name: '班级',
  about: '授权范围内的年级和班级。',
  version: 'v1',
  fields: [
    { name: 'fClassID', title: '班级编号', type: 'text', class: 'A' },
    { name: 'fClassName', title: '班级名称', type: 'text', class: 'A' },
    { name: 'fGradeName', title: '年级', type: 'text', class: 'A' },
    { name: 'fOrgID', title: '学校编号', type: 'text', class: 'A' },
    { name: 'fHeadTeacher', title: '班主任', type: 'text', class: 'B' },
    { name: 'updateTime', title: '更新时间', type: 'time', class: 'A' },
  ],
  sample: {
    fClassID: '7c1f0c52-0000-7000-8000-000000000021',
    fClassName: '三年级（2）班',
    fGradeName: '三年级',
    fOrgID: '7c1f0c52-0000-7000-8000-000000000001',
    fHeadTeacher: '王晓梅',
    updateTime: '2026-11-18 08:00:00',
  },
}

export const calendarInterface: OpenInterface = {
  code: 'calendar',
  path: '/calendar',
  name: '校历',
  about: '学期和每一天是否上课。',
  version: 'v1',
  fields: [
    { name: 'day', title: '日期', type: 'date', class: 'A' },
    { name: 'fOrgID', title: '学校编号', type: 'text', class: 'A' },
    { name: 'isSchoolDay', title: '上课', type: 'boolean', class: 'A' },
    { name: 'termName', title: '学期', type: 'text', class: 'A' },
  ],
  sample: {
    day: '2026-11-18',
    fOrgID: '7c1f0c52-0000-7000-8000-000000000001',
    isSchoolDay: true,
    termName: '2026学年第一学期',
  },
}

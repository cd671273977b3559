import { defineModule } from '#packages/contract'

/** Everybody who works at a school reads its timetables; teachers those of their classes. */
export const manifest = defineModule({
  key: 'timetable',
  title: '课表',
  group: 'baseData',
  permissions: {
    'timetable.read': {
      title: '查看课表',
      teachingAreas: { courseTable: ['print'] },
      defaultFor: {
        'district-admin': 'district',
        'district-office': 'district',
        'school-admin': 'org-tree',
        head: 'org-tree',
        academic: 'org-tree',
        moral: 'org-tree',
        general: 'org-tree',
        clerk: 'org-tree',
        'grade-head': 'classes',
        'class-teacher': 'classes',
        teacher: 'classes',
      },
    },
    'timetable.edit': {
      title: '编排课表',
      teachingAreas: { courseTable: ['add', 'edit', 'delete', 'lock'] },
      defaultFor: { 'district-admin': 'district', 'school-admin': 'org-tree', academic: 'org-tree' },
    },
    'timetable.auto': {
      title: '自动排课',
      teachingAreas: { courseTable: ['auto'] },
      defaultFor: { 'district-admin': 'district', 'school-admin': 'org-tree', academic: 'org-tree' },
    },
    'timetable.publish': {
      title: '发布课表',
      teachingAreas: { courseTable: ['publish'] },
      defaultFor: { 'district-admin': 'district', 'school-admin': 'org-tree', academic: 'org-tree' },
    },
    'timetable.import': {
      title: '导入课表',
      teachingAreas: { courseImport: ['import'] },
      defaultFor: { 'district-admin': 'district', 'school-admin': 'org-tree', academic: 'org-tree' },
    },
  },
  pages: [],
  web: {
    extendedPages: ['schooling:Classes'],
    cards: [
      {
        id: 'today-lessons',
        title: '今日课程',
        at: 'school',
        columns: 5,
        sort: 2,
        placeholderHeight: 200,
        hasShape: true,
      },
    ],
    phonePages: ['/staffMain/timetable', '/studentMain/timetable'],
    phoneCards: [
      { id: 'lessons', audience: 'staff', sort: 1 },
      { id: 'child-lessons', audience: 'both', sort: 3 },
    ],
  },
})

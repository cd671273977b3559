import { defineModule } from '#packages/contract'

export const manifest = defineModule({
  key: 'schooling',
  title: '学年与班级',
  group: 'baseData',
  permissions: {
    'term.edit': {
      title: '维护学期、校历和作息',
      defaultFor: { 'district-admin': 'district', 'school-admin': 'org-tree', academic: 'org-tree' },
    },
    'subject.edit': {
      title: '维护学科和场室',
      defaultFor: { 'district-admin': 'district', 'school-admin': 'org-tree', academic: 'org-tree' },
    },
    'class.read': {
      title: '查看年级和班级',
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
    'class.edit': {
      title: '维护年级、班级和班主任',
      defaultFor: { 'district-admin': 'district', 'school-admin': 'org-tree', academic: 'org-tree' },
    },
    'teaching.edit': {
      title: '安排任课',
      defaultFor: { 'district-admin': 'district', 'school-admin': 'org-tree', academic: 'org-tree' },
    },
  },
  pages: [
    { path: 'Classes', title: '年级班级', permission: 'class.read', help: 'classes', sort: 7 },
    { path: 'Terms', title: '学期校历', permission: 'term.edit', help: 'terms', sort: 8 },
    { path: 'Subjects', title: '学科场室', permission: 'subject.edit', help: 'subjects', sort: 9 },
    { path: 'Teaching', title: '任课安排', permission: 'teaching.edit', help: 'teaching', sort: 10 },
    { path: 'SetUp', title: '开校向导', permission: 'class.edit', help: 'set-up', sort: 11 },
  ],
})

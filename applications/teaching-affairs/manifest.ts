import { defineApplication } from '#packages/contract'

const daily = { kind: 'level', grain: 'org', exposure: 'P2', freshness: 'day' } as const
const ofSchool = { 'district-admin': 'district', 'school-admin': 'org-tree', academic: 'org-tree' } as const

export const manifest = defineApplication({
  key: 'teaching-affairs',
  title: '教务管理',
  route: 'educationalAdministration',
  category: 'teaching',
  about: '学期、班级、任课、课表、专业和教务权限',
  icon: 'schedule',
  permissions: {
    'profession.edit': {
      title: '维护专业和选科组合',
      teachingAreas: { profession: ['add', 'edit', 'status', 'import'] },
      defaultFor: ofSchool,
    },
  },
  pages: [
    { path: '', title: '教务管理', permission: 'staff', help: 'teaching-affairs', icon: 'schedule', shape: 'tiles' },
    {
      path: 'timetable',
      title: '课表',
      permission: 'timetable.read',
      help: 'timetable',
      icon: 'calendar',
      shape: 'board',
    },
    { path: 'rules', title: '排课要求', permission: 'timetable.read', help: 'timetable-rules', icon: 'sliders' },
    { path: 'hours', title: '课时统计', permission: 'timetable.read', help: 'timetable-hours', icon: 'bar-chart' },
    { path: 'professions', title: '专业', permission: 'profession.edit', help: 'professions', icon: 'book' },
    {
      path: 'permission',
      title: '教务权限',
      permission: 'role.assign',
      help: 'teaching-rights',
      icon: 'safety-certificate',
    },
  ],
  metrics: {
    'affairs.headless': {
      ...daily,
      title: '没有班主任的班级',
      unit: '个',
      note: '当天没有班主任的班级。',
      drill: '',
    },
    'affairs.big': { ...daily, title: '大班额', unit: '个', note: '当天在读学生不少于56人的班级。', drill: '' },
    'affairs.hours': {
      ...daily,
      title: '学科周课时',
      unit: '节',
      dims: { subject: '学科' },
      note: '当天有效的任课的周课时，按学科相加，不含助教。',
      drill: 'hours',
    },
    'affairs.teacher-hours': {
      ...daily,
      kind: 'rate',
      title: '教师平均周课时',
      unit: '节',
      note: '当天有效的任课的周课时之和，除以任课教师人数，不含助教。',
      drill: 'hours',
    },
    'affairs.published': {
      ...daily,
      kind: 'rate',
      title: '课表发布率',
      unit: '%',
      note: '有班级的学校中，当天有已发布课表在执行的学校的比例。',
      drill: 'timetable',
    },
    'affairs.huge': { ...daily, title: '超大班额', unit: '个', note: '当天在读学生不少于66人的班级。', drill: '' },
  },
  without: {
    recordKind: { because: 'not-needed', note: '专业对全校教职工可见，没有逐条的权限' },
    responsibilities: { because: 'not-needed', note: '专业和权限不由个人负责' },
    messageTemplates: { because: 'other-modules', note: '权限变更由权限模块通知' },
    settings: { because: 'other-modules', note: '年级名称、班主任等规则在学年与班级里设置' },
  },
})

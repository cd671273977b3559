import { defineApplication } from '#packages/contract'

const daily = { grain: 'org', exposure: 'P2', freshness: 'day' } as const
const ofSchool = { 'school-admin': 'org-tree', academic: 'org-tree', moral: 'org-tree' } as const
const ofClasses = { 'grade-head': 'classes', 'class-teacher': 'classes' } as const

export const manifest = defineApplication({
  key: 'roll-call',
  title: '课堂点名',
  route: 'CallTheRoll',
  category: 'teaching',
  about: '课堂点名、学生请假、未到核实和考勤统计',
  icon: 'check-square',
  permissions: {
    'roll.read': {
      title: '查看学生考勤',
      defaultFor: { ...ofSchool, ...ofClasses, head: 'org-tree' },
    },
    'roll.handle': {
      title: '核实未到学生、登记请假和修改考勤',
      needsCharge: true,
      defaultFor: { ...ofSchool, ...ofClasses },
    },
    'roll.manage': {
      title: '锁定、更正和补录考勤',
      defaultFor: { 'school-admin': 'org-tree', academic: 'org-tree' },
    },
    'roll.stat': {
      title: '查看考勤统计',
      defaultFor: {
        ...ofSchool,
        ...ofClasses,
        head: 'org-tree',
        'district-admin': 'district',
        'district-office': 'district',
      },
    },
  },
  pages: [
    { path: '', title: '点名', permission: 'staff', help: 'roll-call', icon: 'check-square', isOnPhone: true },
    {
      path: 'unexplained',
      title: '待核实',
      permission: 'roll.handle',
      help: 'unexplained',
      icon: 'warning',
      shape: 'board',
      isOnPhone: true,
    },
    { path: 'class', title: '班级今日', permission: 'roll.read', help: 'class-day', icon: 'team' },
    { path: 'records', title: '考勤记录', permission: 'roll.read', help: 'roll-records', icon: 'file-text' },
    { path: 'leave', title: '学生请假', permission: 'roll.handle', help: 'pupil-leave', icon: 'calendar' },
    { path: 'statistics', title: '考勤统计', permission: 'roll.stat', help: 'roll-statistics', icon: 'bar-chart' },
  ],
  web: { phoneCards: [{ id: 'roll', audience: 'staff', sort: 1, height: 60 }] },
  metrics: {
    'attendance.rate': {
      ...daily,
      title: '出勤率',
      unit: '%',
      kind: 'rate',
      note: '已点名的课中到课的人次，迟到、早退算到；未点的课不计。',
      drill: 'records',
    },
    'attendance.late': {
      ...daily,
      title: '迟到率',
      unit: '%',
      kind: 'rate',
      note: '已点名的课中迟到的人次。',
      drill: 'records?status=late',
    },
    'attendance.leave': {
      ...daily,
      title: '请假人次',
      unit: '人次',
      kind: 'sum',
      dims: { kind: '类型' },
      note: '当天请假的学生，按病假、事假、公假。',
      drill: 'leave',
    },
    'attendance.rolled': {
      ...daily,
      title: '点名率',
      unit: '%',
      kind: 'rate',
      note: '需要点名的课中已提交点名的比例。',
      drill: 'records?status=missed',
    },
    'attendance.unexplained': {
      ...daily,
      title: '未到待核实',
      unit: '人',
      kind: 'level',
      note: '当天未到、没有请假也没有核实的学生。',
      drill: 'unexplained',
    },
    'attendance.minutes': {
      ...daily,
      title: '核实用时',
      unit: '分钟',
      kind: 'rate',
      note: '从提交点名到核实的平均分钟数。',
      drill: 'unexplained',
    },
    'attendance.long': {
      ...daily,
      title: '连续三天未到',
      unit: '人',
      kind: 'level',
      note: '连续三个上课日未到、没有请假的学生。',
      drill: 'unexplained',
    },
  },
  without: {
    messageTemplates: { because: 'other-modules', note: '考勤的通知由 engines/attendance 声明' },
    settings: { because: 'other-modules', note: '考勤的规则由 engines/attendance 声明' },
    responsibilities: { because: 'not-needed', note: '点名属于课，未到核实属于班主任，随任课和班主任变动' },
  },
})

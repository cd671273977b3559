import { z } from 'zod'
import {
  choice,
  computed,
  decimal,
  entitiesOf,
  entityRoutes,
  flag,
  integer,
  labels,
  organisation,
  text,
  type RowOf,
} from '#packages/contract'
import { manifest } from './manifest.ts'

/** What a type of leave is about; the rules for 产假 and 调休 go by it. */
export const leaveKinds = labels({
  personal: '事假',
  sick: '病假',
  annual: '年休假',
  marriage: '婚假',
  maternity: '产假',
  paternity: '陪产假',
  parental: '育儿假',
  bereavement: '丧假',
  'family-visit': '探亲假',
  injury: '工伤假',
  official: '公假',
  'time-off': '调休',
  nursing: '哺乳假',
  other: '其他',
})
export type LeaveKind = keyof typeof leaveKinds
export const leaveUnits = labels({ 'half-day': '半天', hour: '小时' })
export const sexLimits = labels({ 男: '仅男', 女: '仅女' })

/** The types of leave of the district, and those of one school. A school's type replaces the district's of that name. */
export const leaveType = entitiesOf(manifest)('leave-type', {
  title: '假期类型',
  measure: '种',
  access: { read: 'staff', create: 'leave.type', update: 'leave.type' },
  scope: { org: 'orgId', districtRows: true },
  history: true,
  fields: {
    orgId: organisation('单位', { show: 'none', write: 'create' }),
    name: text('名称', { max: 20, required: true, width: 112 }),
    /** Unit and kind of amounts that are booked already must not change. */
    kind: choice('类别', leaveKinds, { write: 'create', required: true, width: 96, dropAt: 4 }),
    unit: choice('请假单位', leaveUnits, { write: 'create', required: true, width: 96, dropAt: 5 }),
    minUnit: decimal('取整到', {
      unit: '小时',
      min: 25,
      max: 800,
      show: 'detail',
      hint: '按小时请假时，时长向上取整到它的倍数',
    }),
    includesHolidays: flag('计入节假日', { width: 104, hint: '产假等按自然日计的假期' }),
    isPaid: flag('带薪', { dropAt: 3 }),
    proofAfterDays: integer('免证明', {
      max: 365,
      unit: '天',
      show: 'detail',
      hint: '超过这些天须交证明；不填不须证明',
    }),
    maxDaysPerYear: decimal('每年最多', { unit: '天', max: 36_600, dropAt: 2 }),
    maxConsecutive: decimal('连续最多', { unit: '天', max: 36_600, show: 'detail' }),
    sexLimit: choice('性别限制', sexLimits, { show: 'detail' }),
    needsBalance: flag('须有余额', { hint: '先发放余额，请假时扣减' }),
    backdateDays: integer('可补请', {
      max: 365,
      unit: '天',
      show: 'detail',
      hint: '开始后这些天内可以补请；不填按请假设置',
    }),
    countsInAttendance: flag('计入缺勤', { dropAt: 6 }),
    origin: computed('来源', z.enum(['district', 'school']), {
      labels: { district: '全区', school: '本校' },
      width: 80,
      dropAt: 1,
    }),
    isDisabled: flag('停用', { hint: '停用后不能再申请，已有的请假不变' }),
    sort: integer('排序', { show: 'none', write: 'server' }),
  },
  name: 'name',
  disabled: 'isDisabled',
  list: {
    columns: [
      'kind',
      'unit',
      'includesHolidays',
      'isPaid',
      'maxDaysPerYear',
      'needsBalance',
      'countsInAttendance',
      'origin',
      'isDisabled',
    ],
    filters: ['kind', 'isDisabled'],
    search: ['name'],
    order: ['-orgId', 'sort', 'name'],
    ofOneOrg: true,
  },
  form: [
    'name',
    'kind',
    { title: '怎样计算', fields: ['unit', 'minUnit', 'includesHolidays', 'isPaid', 'countsInAttendance'] },
    {
      title: '限制',
      fields: [
        'needsBalance',
        'maxDaysPerYear',
        'maxConsecutive',
        'proofAfterDays',
        'backdateDays',
        'sexLimit',
        'isDisabled',
      ],
    },
  ],
  detail: [
    'kind',
    'unit',
    'minUnit',
    'includesHolidays',
    'isPaid',
    'countsInAttendance',
    'needsBalance',
    'maxDaysPerYear',
    'maxConsecutive',
    'proofAfterDays',
    'backdateDays',
    'sexLimit',
  ],
  unique: [{ constraint: 'leave_type_name', message: '已有同名假期类型', field: 'name' }],
})
export interface LeaveType extends RowOf<typeof leaveType> {}
export const leaveTypeApi = entityRoutes(leaveType, {
  path: '/api/teacherLeave/type',
  actions: ['list', 'get', 'create', 'update', 'disable', 'history'],
})

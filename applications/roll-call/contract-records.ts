import { z } from 'zod'
import {
  computed,
  date,
  datetime,
  entitiesOf,
  entityRoutes,
  enumOf,
  flag,
  integer,
  labels,
  organisation,
  person,
  reference,
  text,
  type RowOf,
} from '#packages/contract'
import { manifest } from './manifest.ts'

const entity = entitiesOf(manifest)
const server = { write: 'server', show: 'list' } as const
const hidden = { write: 'server', show: 'none' } as const
const count = (label: string) => computed(label, z.int().nullable(), { width: 64 })

/** By stage and year, the same for all schools. */
export const rollGrades = labels({
  '2-1': '一年级',
  '2-2': '二年级',
  '2-3': '三年级',
  '2-4': '四年级',
  '2-5': '五年级',
  '2-6': '六年级',
  '3-0': '初预',
  '3-1': '初一',
  '3-2': '初二',
  '3-3': '初三',
  '4-1': '高一',
  '4-2': '高二',
  '4-3': '高三',
})
/** The states of a lesson that has begun; what has no roll after its end is 漏点. */
export const recordStatuses = { open: '进行中', submitted: '已提交', locked: '已锁定', missed: '漏点' } as const
export const differenceOptions = { yes: '有差异' } as const

/** 考勤记录: one row a lesson that had a roll, or should have had one. Its id is that of the lesson. */
export const rollRecord = entity('roll-record', {
  title: '考勤记录',
  measure: '条',
  versioned: false,
  access: { read: 'roll.read' },
  scope: { org: 'org', class: 'class', classView: 'v_roll_class' },
  fields: {
    day: date('日期', { ...server, column: 'day_on', required: true, width: 136 }),
    /** 周四 第3节 */
    period: computed('节次', z.string(), { width: 112 }),
    /** 八(2)班, or the name of a group of several classes. */
    groupLabel: computed('班级/教学班', z.string(), { width: 128 }),
    subject: reference('subject', 'v_subject')('学科', { ...server, column: 'subject_id', required: true, width: 96 }),
    teacher: person('教师', { ...server, column: 'teacher_person_id', width: 96 }),
    expected: integer('应到', { ...server, width: 64 }),
    present: count('实到'),
    late: count('迟到'),
    leave: count('请假'),
    /** Not there, and not yet said to be truant. */
    missing: count('未到'),
    truant: count('旷课'),
    status: computed('状态', enumOf(recordStatuses), { labels: recordStatuses, width: 96 }),
    differs: computed('差异', z.boolean(), { width: 96 }),
    isBackfilled: flag('补点', { ...server, dropAt: 4 }),
    org: organisation('单位', { ...server, column: 'org_id', required: true, dropAt: 5 }),
    class: reference('class', 'v_class')('班级', { ...server, column: 'class_id' }),
    /** Null: a lesson without a roll. */
    sessionId: computed('点名', z.string().nullable()),
    // What the texts above are made of.
    session: text('点名', { ...hidden, column: 'session_id', max: 36 }),
    state: text('点名状态', { ...hidden, max: 16 }),
    begins: text('上课时间', { ...hidden, max: 8 }),
    ends: text('下课时间', { ...hidden, max: 8 }),
    gradeId: text('年级', { ...hidden, max: 36 }),
    periodId: text('节次', { ...hidden, max: 36 }),
    groupName: text('教学班', { ...hidden, max: 60 }),
    submittedAt: datetime('提交时间', { ...server }),
    createdAt: datetime('开始时间'),
  },
  name: 'day',
  list: {
    columns: [
      'period',
      'groupLabel',
      'subject',
      'teacher',
      'expected',
      'present',
      'late',
      'leave',
      'missing',
      'truant',
      'differs',
      'isBackfilled',
      'org',
      'status',
    ],
    filters: ['day', 'class', 'subject', 'teacher', 'isBackfilled'],
    extraFilters: {
      grade: { label: '年级', options: rollGrades },
      status: { label: '状态', options: recordStatuses },
      differs: { label: '差异', options: differenceOptions },
    },
    search: ['teacher'],
    order: ['-day', '-begins'],
  },
  form: [],
  detail: ['submittedAt'],
  export: { isOfPeople: false },
})
export interface RollRecord extends RowOf<typeof rollRecord> {}

export const rollRecordApi = entityRoutes(rollRecord, {
  path: '/api/rollCall/record',
  actions: ['list', 'get'],
  paths: { list: '/api/rollCall/page' },
})

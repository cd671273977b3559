import { z } from 'zod'
import {
  choice,
  computed,
  entitiesOf,
  entityRoutes,
  flag,
  integer,
  numberChoices,
  organisation,
  text,
  type RowOf,
} from '#packages/contract'
import { stages } from './contract-school-year.ts'
import { manifest } from './manifest.ts'

const subjectKinds = { national: '国家课程', local: '地方课程', school: '校本课程', extended: '拓展课程' } as const
const stageTitles = Object.fromEntries(Object.entries(stages).map(([stage, { title }]) => [Number(stage), title]))

/** The subjects of the district, which are the same in all schools, and those of one school. */
export const subject = entitiesOf(manifest)('subject', {
  title: '学科',
  measure: '个',
  access: { read: 'staff', update: 'subject.edit' },
  scope: { org: 'orgId', districtRows: true },
  fields: {
    orgId: organisation('单位', { show: 'none', write: 'create' }),
    name: text('学科名称', { max: 30, required: true, width: 136 }),
    shortName: text('简称', { max: 4, hint: '课表里用，最多4个字', width: 72, dropAt: 4 }),
    kind: choice('类别', subjectKinds, { required: true, width: 104 }),
    stages: numberChoices('学段', stageTitles, { required: true, width: 200 }),
    isExam: flag('考试学科', { dropAt: 3 }),
    origin: computed('来源', z.enum(['district', 'school']), {
      labels: { district: '全区', school: '本校' },
      width: 80,
      dropAt: 2,
    }),
    isDisabled: flag('停用', { hint: '停用后不能再安排，已有的安排不变' }),
    sort: integer('排序', { show: 'none', write: 'server' }),
  },
  name: 'name',
  disabled: 'isDisabled',
  list: {
    columns: ['shortName', 'kind', 'stages', 'isExam', 'origin', 'isDisabled'],
    filters: ['kind', 'stages'],
    search: ['name'],
    // Rows without organisation come first: those of the district.
    order: ['-orgId', 'sort', 'name'],
    ofOneOrg: true,
  },
  form: ['name', 'shortName', 'kind', 'stages', 'isExam', 'isDisabled'],
  unique: [{ constraint: 'subject_name', message: '已有同名学科', field: 'name' }],
})
export interface Subject extends RowOf<typeof subject> {}

export const subjectApi = entityRoutes(subject, {
  path: '/api/jiaowu/subject',
  actions: ['list', 'create', 'update'],
})

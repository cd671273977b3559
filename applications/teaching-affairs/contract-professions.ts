import {
  choice,
  entitiesOf,
  entityRoutes,
  flag,
  integer,
  labels,
  numberChoices,
  organisation,
  reference,
  text,
  type RowOf,
} from '#packages/contract'
import { stages } from '#kernel/schooling/contract.ts'
import { manifest } from './manifest.ts'

export const professionKinds = labels({ profession: '中职专业', combination: '选科组合' })
const stageTitles = Object.fromEntries(Object.entries(stages).map(([stage, { title }]) => [Number(stage), title]))
const subjectReference = reference('subject', 'v_subject')
export const wrongCombination = '选科组合应为3门学科'

/** The professions of a vocational school, and the combinations of three subjects of a high school (3+1+2). */
export const profession = entitiesOf(manifest)('profession', {
  title: '专业',
  measure: '个',
  access: { read: 'profession.edit', update: 'profession.edit' },
  scope: { org: 'orgId' },
  fields: {
    orgId: organisation('单位', { show: 'none', write: 'create' }),
    name: text('名称', { max: 30, required: true, width: 160, placeholder: '如 物化生、汽车维修' }),
    code: text('编号', { max: 20, width: 104 }),
    kind: choice('类型', professionKinds, { required: true, width: 104 }),
    years: integer('学制', { min: 1, max: 6, unit: '年', width: 80, hint: '中职专业填写' }),
    firstSubject: subjectReference('首选科目', {
      column: 'first_subject_id',
      hint: '选科组合填写：物理或历史',
      dropAt: 3,
    }),
    secondSubject: subjectReference('再选科目一', { column: 'second_subject_id', dropAt: 2 }),
    thirdSubject: subjectReference('再选科目二', { column: 'third_subject_id', dropAt: 1 }),
    stages: numberChoices('学段', stageTitles, { required: true, width: 140, dropAt: 4 }),
    isDisabled: flag('停用', { hint: '停用后不能再选，已有的班级不变' }),
  },
  name: 'name',
  disabled: 'isDisabled',
  list: {
    columns: ['code', 'kind', 'years', 'firstSubject', 'secondSubject', 'thirdSubject', 'stages', 'isDisabled'],
    filters: ['kind', 'isDisabled'],
    search: ['name', 'code'],
    order: ['kind', 'name'],
    ofOneOrg: true,
  },
  form: [
    'name',
    'code',
    'kind',
    'years',
    { title: '选科', fields: ['firstSubject', 'secondSubject', 'thirdSubject'] },
    'stages',
    'isDisabled',
  ],
  detail: ['code', 'kind', 'years', 'firstSubject', 'secondSubject', 'thirdSubject', 'stages'],
  unique: [{ constraint: 'profession_name', message: '已有同名专业或组合', field: 'name' }],
  import: { match: ['name'], permission: 'profession.edit' },
  export: true,
  history: true,
})
export interface Profession extends RowOf<typeof profession> {}
export const professionApi = entityRoutes(profession, {
  path: '/api/teachingAffairs/profession',
  actions: ['list', 'get', 'create', 'update', 'disable', 'history'],
})

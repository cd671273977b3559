import { BookOutlined, CheckOutlined, StopOutlined } from '@ant-design/icons'
import { z } from 'zod'
import { optionsOf } from '#packages/contract'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import type { FormSpec } from '#packages/web/desk/form/form-spec.ts'
import { col } from '#packages/web/desk/list/columns.tsx'
import { defineListPage } from '#packages/web/desk/list/list-page.tsx'
import { stages, subjectForm, subjectKinds, type Subject } from '../../../contract.ts'
import { saveSubject, subjectKey, subjectPageQuery } from '../../time-queries.ts'
import { getStageTitle } from '../../class-labels.ts'
import type { ShownOrg } from './org-tabs.tsx'

const schema = z.object({
  name: subjectForm.shape.name,
  shortName: subjectForm.shape.shortName,
  kind: subjectForm.shape.kind,
  stages: subjectForm.shape.stages,
  isExam: z.boolean(),
  isDisabled: z.boolean(),
})
type Values = z.output<typeof schema>

const stageOptions = Object.entries(stages).map(([value, { title }]) => ({ value: Number(value), label: title }))

const formOf = (isDistrict: boolean): FormSpec<Values> => ({
  schema,
  initial: () => ({
    name: '',
    shortName: '',
    kind: isDistrict ? 'local' : 'school',
    stages: [],
    isExam: false,
    isDisabled: false,
  }),
  sections: [
    {
      fields: [
        { name: 'name', label: '学科名称', kind: 'text', width: 'middle', required: true },
        { name: 'shortName', label: '简称', kind: 'text', width: 'short', hint: '课表里用，最多4个字' },
        {
          name: 'kind',
          label: '类别',
          kind: 'select',
          width: 'short',
          required: true,
          options: optionsOf(subjectKinds),
        },
        { name: 'stages', label: '学段', kind: 'multi', width: 'long', required: true, options: stageOptions },
        { name: 'isExam', label: '考试学科', kind: 'switch' },
        { name: 'isDisabled', label: '停用', kind: 'switch', hint: '停用后不能再安排，已有的安排不变' },
      ],
    },
  ],
})

const stagesOf = ({ stages: of }: Subject) => of.map(getStageTitle).join('、')
const getStatus = ({ isDisabled }: Subject) =>
  isDisabled
    ? ({ tone: 'closed', icon: StopOutlined, label: '停用' } as const)
    : ({ tone: 'success', icon: CheckOutlined, label: '正常', isNormal: true } as const)

/** The subjects of the district and the school's own. */
export const subjectList = ({ orgId, isDistrict }: ShownOrg) => {
  const submit = (id: string | null, version: number, values: Values) => saveSubject({ id, orgId, version, ...values })
  return defineListPage<Subject, Subject, Values>({
    key: 'schooling:Subjects',
    queryKey: subjectKey,
    unit: '个学科',
    measure: '个',
    counted: '个学科',
    page: subjectPageQuery(orgId),
    note: isDistrict ? '全区学校共用' : '全区学科由教育局维护，学校可以新建校本学科',
    name: {
      title: '学科',
      of: ({ name }) => name,
      isOff: ({ isDisabled }) => isDisabled,
      width: 136,
      icon: () => <Glyph of={BookOutlined} />,
    },
    columns: [
      col.text({ key: 'shortName', title: '简称', width: 72, dropAt: 4 }),
      col.text({ key: 'kind', title: '类别', width: 104, card: 'kind', of: ({ kind }) => subjectKinds[kind] }),
      col.text({ key: 'stages', title: '学段', width: 200, card: 'fact', of: stagesOf }),
      col.text({ key: 'isExam', title: '考试学科', width: 88, dropAt: 3, of: ({ isExam }) => (isExam ? '是' : '') }),
      col.text({
        key: 'isOwn',
        title: '来源',
        width: 80,
        dropAt: 2,
        of: ({ isOwn }) => (isOwn && !isDistrict ? '本校' : '全区'),
      }),
      col.status({ key: 'isDisabled', title: '状态', width: 88, of: getStatus }),
    ],
    search: '学科名称',
    filters: [
      { name: 'kind', label: '类别', options: optionsOf(subjectKinds) },
      { name: 'stage', label: '学段', options: stageOptions.map(({ value, label }) => ({ value: `${value}`, label })) },
    ],
    create: {
      label: '新建学科',
      permission: 'subject.edit',
      done: '已新建学科',
      form: () => formOf(isDistrict),
      submit: (values) => submit(null, 0, values),
    },
    edit: {
      permission: 'subject.edit',
      done: '已保存学科',
      when: ({ isOwn }) => isOwn,
      form: () => formOf(isDistrict),
      known: ({ name, shortName, kind, stages: of, isExam, isDisabled }) => ({
        name,
        shortName,
        kind,
        stages: of,
        isExam,
        isDisabled,
      }),
      submit: (values, { id, version }) => submit(id, version, values),
    },
    empty: { title: '还没有学科', text: '学科由教育局统一维护，学校可以新建校本学科。' },
  })
}

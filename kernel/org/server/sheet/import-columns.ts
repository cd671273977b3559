import type { z } from 'zod'
import type { SheetColumn } from '#packages/sheet'
import { organisationForm, orgTypes, properties, stages, type OrgType } from '../../contract.ts'

/** Uses the rules and messages of the form. */
const validateAsForm = (piece: z.ZodType) => (value: string) => piece.safeParse(value).error?.issues[0]?.message
const { shape } = organisationForm

const stageNames = new Map<string, number>([
  ...Object.entries(stages).flatMap(([code, title]): [string, number][] => [
    [code, Number(code)],
    [title, Number(code)],
  ]),
  ...Object.entries({ 学前教育: 1, 幼儿园: 1, 幼儿: 1, 高中: 4, 普通高中: 4, 职高: 5, 中等职业: 5, 特殊教育: 6 }),
])

/** 小学、初中 → 2, 3; undefined if a word is not a stage. */
export function parseStages(text: string): number[] | undefined {
  const parts = text.split(/[、,，;；/\s]+/).filter(Boolean)
  const codes = parts.map((part) => stageNames.get(part.normalize('NFKC')))
  if (codes.some((code) => code === undefined)) return undefined
  return [...new Set(codes as number[])].sort((a, b) => a - b)
}
export const formatStages = (codes: readonly number[]) =>
  codes.map((code) => stages[code as keyof typeof stages]).join('、')

const typeSynonyms: Partial<Record<OrgType, readonly string[]>> = {
  school: ['学校', '小学', '中学', '初中', '高中', '九年一贯制学校'],
  kindergarten: ['幼儿园（所）', '幼教'],
  institution: ['直属单位', '事业单位'],
  'other-school': ['其它学校'],
  cluster: ['教育集团', '片区'],
  department: ['部门', '科室', '处室', '教研组', '年级组'],
}

export const importColumns: readonly SheetColumn[] = [
  {
    key: 'name',
    title: '名称',
    kind: 'text',
    isRequired: true,
    isName: true,
    example: '春晖小学',
    synonyms: ['机构名称', '单位名称', '学校名称', '组织名称', '部门名称'],
    check: validateAsForm(shape.name),
  },
  {
    key: 'parent',
    title: '上级',
    kind: 'lookup',
    max: 300,
    example: '第一学区',
    synonyms: ['上级机构', '上级单位', '上级部门', '主管单位'],
    hint: '写上级的名称；留空为导入到的机构。同名时写成“实验小学/教务处”',
  },
  {
    key: 'type',
    title: '类型',
    kind: 'choice',
    isRequired: true,
    example: orgTypes.school.title,
    synonyms: ['机构类型', '单位类型', '学校类型'],
    choices: Object.entries(orgTypes)
      .filter(([type]) => type !== 'bureau')
      .map(([value, { title }]) => ({ value, title, synonyms: typeSynonyms[value as OrgType] ?? [] })),
  },
  {
    key: 'stages',
    title: '学段',
    kind: 'text',
    max: 60,
    example: '小学、初中',
    synonyms: ['办学学段', '办学层次'],
    hint: `${Object.values(stages).join('、')}；多个用顿号分开，中小学和幼儿园必填`,
    check: (value) => (parseStages(value) ? undefined : `学段应为${Object.values(stages).join('、')}`),
  },
  {
    key: 'property',
    title: '办别',
    kind: 'choice',
    example: properties[1],
    synonyms: ['办学性质', '举办者类型'],
    choices: Object.entries(properties).map(([value, title]) => ({
      value,
      title,
      ...(value === '1' ? { synonyms: ['公办'] } : {}),
    })),
  },
  {
    key: 'areaCode',
    title: '行政区划',
    kind: 'lookup',
    max: 60,
    example: '330106',
    synonyms: ['区划代码', '行政区划代码', '所在区县'],
    hint: '6位代码或名称，如330106、浙江省杭州市西湖区',
  },
  {
    key: 'address',
    title: '地址',
    kind: 'text',
    example: '春晖路10号',
    synonyms: ['详细地址', '学校地址', '单位地址'],
    check: validateAsForm(shape.address),
  },
  {
    key: 'contactName',
    title: '联系人',
    kind: 'text',
    example: '周建华',
    synonyms: ['联系人姓名', '负责人'],
    check: validateAsForm(shape.contactName),
  },
  {
    key: 'phone',
    title: '电话',
    kind: 'phone',
    example: '0571-88886666',
    synonyms: ['联系电话', '办公电话', '联系方式'],
    check: validateAsForm(shape.phone),
  },
  {
    key: 'postalCode',
    title: '邮政编码',
    kind: 'text',
    example: '310000',
    synonyms: ['邮编'],
    check: validateAsForm(shape.postalCode),
  },
  { key: 'remark', title: '备注', kind: 'text', check: validateAsForm(shape.remark) },
]

import { lazy } from 'react'
import type { FormSpec } from '#packages/web/desk/form/form-spec.ts'
import {
  educationSystems,
  mayBeChildOf,
  organisationForm,
  orgTypes,
  properties,
  stages,
  type Organisation,
  type OrganisationForm,
  type OrgType,
} from '../../contract.ts'
import { toOptions, flagOptions, switches } from '../organisation-labels.ts'

// Contains all areas of the country, so it is loaded with the form and not with the list.
const AreaPicker = lazy(() => import('../pickers/area-picker.tsx'))

const isUnit = ({ type }: OrganisationForm) => type !== 'department'
const teaches = ({ type }: OrganisationForm) => orgTypes[type].switchable

interface FormOptions {
  types: readonly OrgType[]
  initial: () => OrganisationForm
  /** Values that follow from the name. */
  fills?: (name: string) => Partial<OrganisationForm>
}

const buildForm = ({ types, initial, fills }: FormOptions): FormSpec<OrganisationForm> => ({
  schema: organisationForm,
  initial,
  sections: [
    {
      fields: [
        {
          name: 'name',
          label: '名称',
          kind: 'text',
          width: 'long',
          required: true,
          ...(fills && { fills: (value: unknown) => fills(String(value)) }),
        },
        {
          name: 'type',
          label: '类型',
          kind: 'select',
          width: 'short',
          required: true,
          options: types.map((value) => ({ value, label: orgTypes[value].title })),
        },
        { name: 'stages', label: '学段', kind: 'multi', width: 'long', options: toOptions(stages), when: teaches },
        {
          name: 'educationSystem',
          label: '学制',
          kind: 'select',
          width: 'short',
          options: toOptions(educationSystems),
          when: teaches,
        },
        {
          name: 'property',
          label: '办别',
          kind: 'select',
          width: 'short',
          options: toOptions(properties),
          when: teaches,
        },
        { name: 'isPublic', label: '公办', kind: 'switch', when: teaches },
        { name: 'isVillage', label: '乡村学校', kind: 'switch', when: teaches },
      ],
    },
    {
      title: '联系方式',
      fields: [
        { name: 'contactName', label: '联系人', kind: 'text', width: 'short' },
        { name: 'phone', label: '电话', kind: 'text', width: 'middle', placeholder: '固定电话或手机号' },
        {
          name: 'areaCode',
          label: '行政区划',
          kind: 'custom',
          when: isUnit,
          draw: (props) => <AreaPicker {...props} />,
        },
        { name: 'address', label: '地址', kind: 'text', width: 'long' },
        { name: 'postalCode', label: '邮政编码', kind: 'text', width: 'short' },
        { name: 'remark', label: '备注', kind: 'textarea', width: 'long' },
        {
          name: 'flag',
          label: '标记',
          kind: 'select',
          width: 'short',
          options: flagOptions,
          hint: '0 至 9，含义由管理员自定，列表可按标记筛选',
        },
      ],
    },
    {
      title: '业务开关',
      fields: switches.map(({ name, label }) => ({ name, label, kind: 'switch', when: isUnit })),
    },
    {
      title: '拼音检索',
      fields: [
        {
          name: 'pinyin',
          label: '拼音',
          kind: 'text',
          width: 'long',
          hint: '用于按字母查找。留空则按名称的通常读音，多音字可在此更正',
        },
        { name: 'pinyinInitials', label: '首字母', kind: 'text', width: 'short' },
      ],
    },
  ],
})

const allTypes = Object.keys(orgTypes) as OrgType[]

/** The form of a new organisation: only types that are allowed below the parent. */
export function newOrganisationForm(parentId: string | null, parentType: OrgType) {
  const types = allTypes.filter((type) => mayBeChildOf(type, parentType))
  return buildForm({
    types,
    initial: () => ({
      parentId,
      name: '',
      type: types[0]!,
      kind: '',
      stages: [],
      property: null,
      educationSystem: null,
      contactName: '',
      phone: '',
      postalCode: '',
      address: '',
      remark: '',
      flag: 0,
      areaCode: '',
      pinyin: '',
      pinyinInitials: '',
      isPublic: true,
      isVillage: false,
      version: 0,
      skipsRepairAudit: false,
      skipsAdjustAudit: false,
      diskOpenToAll: false,
      classesByAcademic: false,
    }),
    ...(types.includes('school') && { fills: guessTypeFromName }),
  })
}

/** Types and stages that a name's ending implies; 中学 and 学校 leave the stage open. */
const nameEndings: readonly { of: RegExp; type: OrgType; stages: number[] }[] = [
  { of: /幼儿园$/, type: 'kindergarten', stages: [1] },
  { of: /小学$/, type: 'school', stages: [2] },
  { of: /(初级中学|初中)$/, type: 'school', stages: [3] },
  { of: /(高级中学|高中)$/, type: 'school', stages: [4] },
  { of: /(九年制|九年一贯制)学校$/, type: 'school', stages: [2, 3] },
  { of: /完全中学$/, type: 'school', stages: [3, 4] },
]

export function guessTypeFromName(name: string): Partial<OrganisationForm> {
  const match = nameEndings.find(({ of }) => of.test(name.trim().replace(/[（(].*[）)]$/, '')))
  // Values of an earlier name are removed.
  return match ? { type: match.type, stages: match.stages } : { stages: [] }
}

/** The form of an existing organisation: the type can change only between kinds of schools. */
export function editOrganisationForm(row: Organisation) {
  const isLike = (type: OrgType) => orgTypes[type].switchable === orgTypes[row.type].switchable
  return buildForm({
    types: allTypes.filter((type) => type === row.type || (isLike(type) && type !== 'bureau')),
    initial: () => organisationForm.parse(row),
  })
}

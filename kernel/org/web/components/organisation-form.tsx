import { lazy } from 'react'
import type { FormSpec } from '#packages/web/desk/form/spec.ts'
import {
  educationSystems,
  mayStandUnder,
  organisationForm,
  orgTypes,
  properties,
  stages,
  type Organisation,
  type OrganisationForm,
  type OrgType,
} from '../../contract.ts'
import { choicesOf, switches } from '../words.ts'

// The whole country comes with it: fetched with the form, not with the list.
const AreaPicker = lazy(() => import('../picking/area-picker.tsx'))

const isUnit = ({ type }: OrganisationForm) => type !== 'department'
const teaches = ({ type }: OrganisationForm) => orgTypes[type].switchable

const formOf = (types: readonly OrgType[], initial: () => OrganisationForm): FormSpec<OrganisationForm> => ({
  schema: organisationForm,
  initial,
  sections: [
    {
      fields: [
        { name: 'name', label: '名称', kind: 'text', width: 'long', required: true },
        {
          ...{ name: 'type', label: '类型', kind: 'select', width: 'short', required: true },
          options: types.map((value) => ({ value, label: orgTypes[value].title })),
        },
        { name: 'stages', label: '学段', kind: 'multi', width: 'long', options: choicesOf(stages), when: teaches },
        {
          ...{ name: 'educationSystem', label: '学制', kind: 'select', width: 'short' },
          ...{ options: choicesOf(educationSystems), when: teaches },
        },
        {
          ...{ name: 'property', label: '办别', kind: 'select', width: 'short' },
          ...{ options: choicesOf(properties), when: teaches },
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
          ...{ name: 'areaCode', label: '行政区划', kind: 'custom', when: isUnit },
          draw: (props) => <AreaPicker {...props} />,
        },
        { name: 'address', label: '地址', kind: 'text', width: 'long' },
        { name: 'postalCode', label: '邮政编码', kind: 'text', width: 'short' },
        { name: 'remark', label: '备注', kind: 'textarea', width: 'long' },
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
          ...{ name: 'pinyin', label: '拼音', kind: 'text', width: 'long' },
          hint: '用于按字母查找。留空则按名称的通常读音，多音字可在此更正',
        },
        { name: 'pinyinInitials', label: '首字母', kind: 'text', width: 'short' },
      ],
    },
  ],
})

const allTypes = Object.keys(orgTypes) as OrgType[]

/** For a new one: only what may stand under its parent can be chosen. */
export function newOrganisation(parentId: string | null, parentType: OrgType) {
  const types = allTypes.filter((type) => mayStandUnder(type, parentType))
  return formOf(types, () => ({
    ...{ parentId, name: '', type: types[0]!, kind: '', stages: [], property: null, educationSystem: null },
    ...{ contactName: '', phone: '', postalCode: '', address: '', remark: '' },
    ...{ areaCode: '', pinyin: '', pinyinInitials: '', isPublic: true, isVillage: false, version: 0 },
    ...{ skipsRepairAudit: false, skipsAdjustAudit: false, diskOpenToAll: false, classesByAcademic: false },
  }))
}

/** For one that is there: its kind decides where it may stand, so what it is only changes among its like. */
export function changedOrganisation(row: Organisation) {
  const isLike = (type: OrgType) => orgTypes[type].switchable === orgTypes[row.type].switchable
  return formOf(
    allTypes.filter((type) => type === row.type || (isLike(type) && type !== 'bureau')),
    () => organisationForm.parse(row),
  )
}

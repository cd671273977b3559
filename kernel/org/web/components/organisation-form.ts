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
import { choicesOf } from '../words.ts'

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
        { name: 'address', label: '地址', kind: 'text', width: 'long' },
        { name: 'postalCode', label: '邮政编码', kind: 'text', width: 'short' },
        { name: 'remark', label: '备注', kind: 'textarea', width: 'long' },
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
    ...{ isPublic: true, isVillage: false, version: 0 },
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

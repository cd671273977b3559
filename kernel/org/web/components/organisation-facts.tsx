import type { Section } from '#packages/web/desk/list/spec.ts'
import type { OrganisationDetail } from '../../contract.ts'
import { propertyOf, stagesOf, systemOf } from '../words.ts'

const peopleOf = ({ userCount, ownUserCount }: OrganisationDetail) =>
  `${userCount.toLocaleString()} 人（本级 ${ownUserCount.toLocaleString()} 人）`

/** All that is known about an organisation, in the order people ask for it. */
export const organisationFacts = (detail: OrganisationDetail): Section[] => [
  {
    facts: [
      { label: '上级机构', value: detail.ancestors.join(' / ') },
      { label: '学段', value: stagesOf(detail) },
      { label: '学制', value: systemOf(detail) },
      { label: '办别', value: propertyOf(detail) },
      { label: '下级机构', value: `${detail.childCount.toLocaleString()} 个` },
      { label: '人数', value: peopleOf(detail) },
    ],
  },
  {
    title: '联系方式',
    facts: [
      { label: '联系人', value: detail.contactName },
      { label: '电话', value: detail.phone && <a href={`tel:${detail.phone}`}>{detail.phone}</a> },
      { label: '地址', value: detail.address },
      { label: '邮政编码', value: detail.postalCode },
    ],
  },
  ...(detail.remark ? [{ title: '备注', facts: [{ label: '备注', value: detail.remark }] }] : []),
]

import { lazy, Suspense } from 'react'
import type { DetailTab, Section } from '#packages/web/desk/list/spec.ts'
import { SkeletonLines } from '#packages/web/desk/skeleton.tsx'
import { orgTypes, type OrganisationDetail } from '../../contract.ts'
import { flagOf, propertyOf, stagesOf, systemOf } from '../words.ts'
import { AreaName } from './area-name.tsx'
import { HostSection } from './host-section.tsx'
import { JoinCode } from './join-code.tsx'
import { Switches } from './switches.tsx'

// Behind a tab of its own: fetched by whoever presses it.
const OrganisationHistory = lazy(() => import('./organisation-history.tsx'))

const historyOf = ({ id }: OrganisationDetail) => (
  <Suspense fallback={<SkeletonLines widths={[56, 40, 52]} />}>
    <OrganisationHistory id={id} />
  </Suspense>
)

const peopleOf = ({ userCount, ownUserCount }: OrganisationDetail) =>
  `${userCount.toLocaleString()} 人（本级 ${ownUserCount.toLocaleString()} 人）`

const schoolFacts = (detail: OrganisationDetail) => [
  { label: '学段', value: stagesOf(detail) },
  { label: '学制', value: systemOf(detail) },
  { label: '办别', value: propertyOf(detail) },
]
const areaFact = ({ areaCode }: OrganisationDetail) => ({
  label: '行政区划',
  value: areaCode && <AreaName code={areaCode} />,
})

const factsOf = (detail: OrganisationDetail): Section[] => [
  {
    facts: [
      { label: '上级机构', value: detail.ancestors.join(' / ') },
      ...(orgTypes[detail.type].switchable ? schoolFacts(detail) : []),
      { label: '下级机构', value: `${detail.childCount.toLocaleString()} 个` },
      { label: '人数', value: peopleOf(detail) },
      { label: '标记', value: flagOf(detail) },
    ],
  },
  {
    title: '联系方式',
    facts: [
      { label: '联系人', value: detail.contactName },
      { label: '电话', value: detail.phone && <a href={`tel:${detail.phone}`}>{detail.phone}</a> },
      ...(detail.type === 'department' ? [] : [areaFact(detail)]),
      { label: '地址', value: detail.address },
      { label: '邮政编码', value: detail.postalCode },
    ],
  },
  ...(detail.remark ? [{ title: '备注', facts: [{ label: '备注', value: detail.remark }] }] : []),
]

/** What an organisation is run with; a department is part of one that is. */
const managedBy = (detail: OrganisationDetail): Section[] => [
  { title: '域名', facts: [], whole: <HostSection key={detail.id} detail={detail} /> },
  { title: '加入码', facts: [], whole: <JoinCode key={detail.id} id={detail.id} name={detail.name} /> },
  { title: '业务开关', facts: [], whole: <Switches detail={detail} /> },
]

/** All that is known about an organisation, in the order people ask for it. */
export const organisationTabs = (detail: OrganisationDetail): DetailTab[] => [
  { key: 'facts', label: '基本', sections: factsOf(detail) },
  ...(detail.type === 'department' ? [] : [{ key: 'manage', label: '管理', sections: managedBy(detail) }]),
  { key: 'history', label: '沿革', sections: [{ facts: [], whole: historyOf(detail) }] },
]

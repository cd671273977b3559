import { lazy, Suspense } from 'react'
import type { DetailTabSpec, DetailSectionSpec } from '#packages/web/desk/list/list-spec.ts'
import { SkeletonLines } from '#packages/web/desk/skeleton.tsx'
import { orgTypes, type OrganisationDetail } from '../../contract.ts'
import { formatFlag, getPropertyLabel, formatStages, getSystemLabel } from '../organisation-labels.ts'
import { AreaName } from './area-name.tsx'
import { HostSection } from './host-section.tsx'
import { JoinCode } from './join-code.tsx'
import { OrganisationSwitches } from './organisation-switches.tsx'

// Loaded only when the tab is opened.
const OrganisationHistory = lazy(() => import('./organisation-history.tsx'))

const renderHistory = ({ id }: OrganisationDetail) => (
  <Suspense fallback={<SkeletonLines widths={[56, 40, 52]} />}>
    <OrganisationHistory id={id} />
  </Suspense>
)

const formatPeople = ({ userCount, ownUserCount }: OrganisationDetail) =>
  `${userCount.toLocaleString()} 人（本级 ${ownUserCount.toLocaleString()} 人）`

const schoolFacts = (detail: OrganisationDetail) => [
  { label: '学段', value: formatStages(detail) },
  { label: '学制', value: getSystemLabel(detail) },
  { label: '办别', value: getPropertyLabel(detail) },
]
const areaFact = ({ areaCode }: OrganisationDetail) => ({
  label: '行政区划',
  value: areaCode && <AreaName code={areaCode} />,
})

const listFacts = (detail: OrganisationDetail): DetailSectionSpec[] => [
  {
    facts: [
      { label: '上级机构', value: detail.ancestors.join(' / ') },
      ...(orgTypes[detail.type].switchable ? schoolFacts(detail) : []),
      { label: '下级机构', value: `${detail.childCount.toLocaleString()} 个` },
      { label: '人数', value: formatPeople(detail) },
      { label: '标记', value: formatFlag(detail) },
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

/** Settings of an organisation; a department has none of its own. */
const listManagementSections = (detail: OrganisationDetail): DetailSectionSpec[] => [
  { title: '域名', facts: [], whole: <HostSection key={detail.id} detail={detail} /> },
  { title: '加入码', facts: [], whole: <JoinCode key={detail.id} id={detail.id} name={detail.name} /> },
  { title: '业务开关', facts: [], whole: <OrganisationSwitches detail={detail} /> },
]

/** All details of an organisation, the most requested first. */
export const organisationTabs = (detail: OrganisationDetail): DetailTabSpec[] => [
  { key: 'facts', label: '基本', sections: listFacts(detail) },
  ...(detail.type === 'department' ? [] : [{ key: 'manage', label: '管理', sections: listManagementSections(detail) }]),
  { key: 'history', label: '沿革', sections: [{ facts: [], whole: renderHistory(detail) }] },
]

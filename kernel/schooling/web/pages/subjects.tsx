import { createElement, type ComponentType } from 'react'
import { OrgTabs, type ShownOrg } from '../components/time/org-tabs.tsx'
import { roomList } from '../components/time/room-list.tsx'
import { subjectList } from '../components/time/subject-list.tsx'

/** Creates the list component once per school, not with every render. */
function drawn(define: (org: ShownOrg) => ComponentType) {
  const lists = new Map<string, ComponentType>()
  return (org: ShownOrg) => {
    const key = `${org.orgId} ${org.isDistrict}`
    const list = lists.get(key) ?? define(org)
    lists.set(key, list)
    return createElement(list)
  }
}

const tabs = [
  { key: 'subjects', label: '学科', draw: drawn(subjectList) },
  { key: 'rooms', label: '场室', draw: drawn(roomList) },
]

/** 学科场室. */
export default function Subjects() {
  return <OrgTabs tabs={tabs} />
}

import { OrgTabs, type ShownOrg } from '../components/time/org-tabs.tsx'
import { RoomList } from '../components/time/room-list.tsx'
import { SubjectList } from '../components/time/subject-list.tsx'

const tabs = [
  { key: 'subjects', label: '学科', draw: (org: ShownOrg) => <SubjectList {...org} /> },
  { key: 'rooms', label: '场室', draw: (org: ShownOrg) => <RoomList {...org} /> },
]

/** 学科场室. */
export default function Subjects() {
  return <OrgTabs tabs={tabs} />
}

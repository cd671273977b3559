import { CalendarPanel } from '../components/time/calendar-panel.tsx'
import { OrgTabs } from '../components/time/org-tabs.tsx'
import { PeriodsPanel } from '../components/time/periods-panel.tsx'
import { TermsPanel } from '../components/time/terms-panel.tsx'

const tabs = [
  { key: 'terms', label: '学期', draw: TermsPanel },
  { key: 'calendar', label: '校历', draw: CalendarPanel },
  { key: 'periods', label: '作息', draw: PeriodsPanel },
].map(({ draw: Panel, ...tab }) => ({ ...tab, draw: (org: Parameters<typeof Panel>[0]) => <Panel {...org} /> }))

/** 学期校历. */
export default function Terms() {
  return <OrgTabs tabs={tabs} />
}

import { PlusOutlined } from '@ant-design/icons'
import { Button } from '#packages/web/desk/button.tsx'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { usePageSearch, useSetParams, useTabParam } from '#packages/web/desk/page-search.tsx'
import { TabbedPage } from '#packages/web/desk/tabbed-page.tsx'
import spoken from '#packages/web/desk/visually-hidden.module.css'
import { ApplyWizard } from '../mine/apply-wizard.tsx'
import { IncomingRequests } from '../mine/incoming-requests.tsx'
import { GivenCovers } from '../mine/given-covers.tsx'
import { OwnRequests } from '../mine/own-requests.tsx'
import styles from '../mine/mine.module.css'

const tabs = [
  { key: 'own', label: '我申请的' },
  { key: 'asked', label: '待我确认' },
  { key: 'given', label: '我代的课' },
] as const

/** 我的代调课: `?fill=new` opens the application. */
export default function MyCoversPage() {
  const { search } = usePageSearch()
  const setParams = useSetParams()
  const [tab, choose] = useTabParam(tabs)
  const apply = () => setParams({ fill: 'new' })
  if (search.get('fill') === 'new') return <ApplyWizard onClose={() => setParams({ fill: null, tab: null })} />
  return (
    <TabbedPage
      tabs={tabs}
      chosen={tab}
      onChoose={choose}
      aside={
        <Button type="primary" icon={<Glyph of={PlusOutlined} />} onClick={apply}>
          申请代调课
        </Button>
      }
    >
      <div className={styles['page']}>
        <h1 className={spoken['only']}>我的代调课</h1>
        {tab === 'own' && <OwnRequests onApply={apply} />}
        {tab === 'asked' && <IncomingRequests />}
        {tab === 'given' && <GivenCovers />}
      </div>
    </TabbedPage>
  )
}

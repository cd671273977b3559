import { use, useState } from 'react'
import { useWaitingCounts } from '#packages/web/core/waiting-counts.ts'
import { useFamily } from '#packages/web/core/family.ts'
import { getGreeting } from '#packages/web/core/format/time.ts'
import { usePageTitle } from '#packages/web/core/page-title.ts'
import { useSession } from '#packages/web/core/session.ts'
import { Bar } from '#packages/web/light/bar.tsx'
import { ButtonLink } from '#packages/web/light/button.tsx'
import { PersonIcon } from '#packages/web/light/icons.tsx'
import { PhoneCardsContext } from '#packages/web/light/module-parts.ts'
import { lazyComponent } from '#packages/web/light/lazy-component.tsx'
import { OrderedLoading } from '#packages/web/light/ordered-loading.tsx'
import { BellIcon } from '#packages/web/light/more-icons.tsx'
import { Note } from '#packages/web/light/note.tsx'
import { LightPage } from '#packages/web/light/page.tsx'
import { HomeIcon } from '#packages/web/light/part-icons.tsx'
import { EmptyState, PageLoadError, Skeleton } from '#packages/web/light/state-notice.tsx'
import { Tabs } from '#packages/web/light/tabs.tsx'
import { PhoneCards } from '#packages/web/light/phone-cards.tsx'
import { useTab } from '#packages/web/light/use-tab.ts'
import { ChildSwitcher } from './child-switcher.tsx'
import { formatToday } from '#packages/web/core/format/today.ts'
import { listFamilyCards } from '#packages/web/light/home-cards.ts'
import { getUserTypeLabel } from '#packages/web/core/user-type-label.ts'
import { takeHomeRedirect } from '#packages/web/light/home-redirect.ts'
import { useFamilyHome } from './use-family-home.ts'
import home from '#packages/web/light/home-page.module.css'
import styles from './student-main.module.css'

const guardian = 2

// Parts that need the server are loaded after the frame.
const Agreements = lazyComponent(() => import('./agreements.tsx').then((loaded) => loaded.Agreements))

const titles = { home: '首页', messages: '消息', me: '我的' } as const
const names = ['home', 'messages', 'me'] as const
const Icons = { home: HomeIcon, messages: BellIcon, me: PersonIcon } as const

/** The home of pupils and guardians. The timetable adds a tab with its module. */
export default function StudentMain() {
  // On sign-out the name stays until the page has changed.
  const [user] = useState(() => useSession.getState().user)
  const child = useFamily((family) => family.children.find(({ id }) => id === family.childId))
  const [isRedirectedHome] = useState(takeHomeRedirect)
  const { tab, linkTo } = useTab(names)
  const cards = use(PhoneCardsContext)
  const unread = useWaitingCounts((counts) => counts.unread)
  usePageTitle(titles[tab])
  return (
    <LightPage
      hasColumns={tab === 'home'}
      head={<Bar title={child?.orgName || user?.orgName || '启明'} help="families" isSecondary />}
      lead={
        tab === 'home' && <Lead name={user?.realName ?? ''} userType={user?.userType} className={child?.className} />
      }
      dock={
        <Tabs
          tabs={names.map((name) => ({
            label: titles[name],
            Icon: Icons[name],
            count: name === 'messages' ? unread : 0,
            ...linkTo(name),
          }))}
        />
      }
    >
      {tab !== 'home' && <h1 className={home['unseen']}>{titles[tab]}</h1>}
      {tab === 'home' && isRedirectedHome && <Note kind="info">该页面仅供教职工使用，已返回首页</Note>}
      {tab === 'home' && <Home userType={user?.userType} />}
      {tab !== 'home' && <PhoneCards key={tab} cards={listFamilyCards(user?.userType, cards, tab)} />}
    </LightPage>
  )
}

interface LeadProps {
  name: string
  userType: number | undefined
  className: string | undefined
}

/** A guardian chooses among the children; a pupil is greeted. */
function Lead({ name, userType, className }: LeadProps) {
  const hasChildren = useFamily((family) => family.children.length > 0)
  if (userType !== guardian || !hasChildren)
    return <Greeting name={name} kind={className || getUserTypeLabel(userType)} />
  return (
    <div className={styles['switching']}>
      <h1 className={home['unseen']}>首页</h1>
      <ChildSwitcher />
    </div>
  )
}

function Greeting({ name, kind }: { name: string; kind: string }) {
  const [now] = useState(() => new Date())
  return (
    <div className={home['greeting']}>
      <div className={home['inside']}>
        <h1 className={home['hello']}>
          {getGreeting(now)}，{name}
        </h1>
        <p className={home['facts']}>
          <span>{kind}</span>
          <span>{formatToday(now)}</span>
        </p>
      </div>
    </div>
  )
}

function Home({ userType }: { userType: number | undefined }) {
  const { status, agreements, retry, onAgreed } = useFamilyHome()
  const childId = useFamily((family) => family.childId)
  const cards = use(PhoneCardsContext)
  if (status === 'failed') return <PageLoadError onRetry={retry} />
  if (status === 'reading')
    return (
      <Skeleton
        blocks={[
          [34, 92, 66],
          [34, 80],
          [34, 80],
        ]}
      />
    )
  if (agreements.length > 0)
    return <Agreements agreements={agreements} isPupil={userType !== guardian} onAgreed={onAgreed} />
  if (!childId) return userType === guardian ? <NoChild /> : <NothingYet />
  return (
    <OrderedLoading>
      <PhoneCards cards={listFamilyCards(userType, cards)} />
    </OrderedLoading>
  )
}

const NoChild = () => (
  <EmptyState title="还没有绑定孩子" next={<ButtonLink href="/studentMain/bind">绑定孩子</ButtonLink>}>
    绑定后，孩子的班级和通知会显示在这里。已请班主任确认的，确认后就能看到。
  </EmptyState>
)

const NothingYet = () => <EmptyState title="还没有内容">学校开通应用后，课表、通知和待办会显示在这里。</EmptyState>

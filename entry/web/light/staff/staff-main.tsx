import { use, useState } from 'react'
import { getSalutation } from '#packages/web/core/salutation.ts'
import { useWaitingCounts } from '#packages/web/core/waiting-counts.ts'
import { getGreeting } from '#packages/web/core/format/time.ts'
import { usePageTitle } from '#packages/web/core/page-title.ts'
import { useSession, type SessionUser } from '#packages/web/core/session.ts'
import { Bar } from '#packages/web/light/bar.tsx'
import { PersonIcon } from '#packages/web/light/icons.tsx'
import { LoadingPlaceholder, OrderedLoading, OrderedItem } from '#packages/web/light/ordered-loading.tsx'
import { PhoneCardsContext } from '#packages/web/light/module-parts.ts'
import { lazyComponent } from '#packages/web/light/lazy-component.tsx'
import { BubbleIcon, GridIcon } from '#packages/web/light/menu-icons.tsx'
import { Note } from '#packages/web/light/note.tsx'
import { LightPage } from '#packages/web/light/page.tsx'
import { HomeIcon } from '#packages/web/light/part-icons.tsx'
import { LinkRow, LinkList } from '#packages/web/light/row.tsx'
import { PageLoadError, Skeleton } from '#packages/web/light/state-notice.tsx'
import { Tabs } from '#packages/web/light/tabs.tsx'
import { PhoneCards } from '#packages/web/light/phone-cards.tsx'
import { listStaffCards } from '#packages/web/light/home-cards.ts'
import { formatToday } from '#packages/web/core/format/today.ts'
import styles from '#packages/web/light/home-page.module.css'
import { useTab } from '#packages/web/light/use-tab.ts'
import type { StaffAccess } from './load-staff-access.ts'
import { useStaffAccess } from './use-staff-access.ts'

const StaffApps = lazyComponent(() => import('./apps.tsx').then((loaded) => loaded.StaffApps))
const CommonPages = lazyComponent(() => import('./common-pages.tsx').then((loaded) => loaded.CommonPages), {
  fallback: <LoadingPlaceholder />,
})

const titles = { home: '首页', apps: '应用', messages: '消息', me: '我的' } as const
type TabName = keyof typeof titles
const names = ['home', 'apps', 'messages', 'me'] as const
const Icons = { home: HomeIcon, apps: GridIcon, messages: BubbleIcon, me: PersonIcon } as const
/** The position of the most used pages among the cards of the modules. */
const commonPagesSort = 10

/** The home of staff on a phone. Everything else is a desk page, which opens with a back button. */
export default function StaffMain() {
  // On sign-out the name stays until the page has changed.
  const [user] = useState(() => useSession.getState().user)
  const { tab, linkTo } = useTab(names)
  const { staff, retry } = useStaffAccess()
  const cards = use(PhoneCardsContext)
  const unread = useWaitingCounts((counts) => counts.unread)
  usePageTitle(titles[tab])
  return (
    <LightPage
      head={<Bar title={user?.orgName || '启明'} help="phone-home" isSecondary />}
      lead={tab === 'home' && user && <Greeting name={getSalutation(user)} />}
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
      {tab !== 'home' && <h1 className={styles['unseen']}>{titles[tab]}</h1>}
      {tab === 'me' ? (
        <PhoneCards key={tab} cards={listStaffCards({ permissions: [] }, cards, tab)} />
      ) : staff === 'failed' ? (
        <PageLoadError onRetry={retry} />
      ) : staff ? (
        <Content tab={tab} staff={staff} user={user} />
      ) : (
        <Skeleton
          blocks={[
            [34, 92, 66],
            [34, 80],
          ]}
        />
      )}
    </LightPage>
  )
}

function Greeting({ name }: { name: string }) {
  const [now] = useState(() => new Date())
  return (
    <div className={styles['greeting']}>
      <div className={styles['inside']}>
        <h1 className={styles['hello']}>
          {getGreeting(now)}，{name}
        </h1>
        <p className={styles['facts']}>
          <span>{formatToday(now)}</span>
        </p>
      </div>
    </div>
  )
}

interface ContentProps {
  tab: Exclude<TabName, 'me'>
  staff: StaffAccess
  user: SessionUser | null
}

function Content({ tab, staff, user }: ContentProps) {
  const cards = use(PhoneCardsContext)
  if (tab === 'messages')
    return (
      <>
        <LinkList>
          <LinkRow icon={<BubbleIcon />} label="全部消息" note="筛选和设置" href="/message" />
        </LinkList>
        <PhoneCards key={tab} cards={listStaffCards(staff, cards, 'messages')} />
      </>
    )
  if (tab === 'apps')
    return (
      <>
        <StaffApps modules={staff.modules} />
        <PhoneCards key={tab} cards={listStaffCards(staff, cards, 'apps')} />
      </>
    )
  const shown = listStaffCards(staff, cards)
  return (
    <OrderedLoading>
      <AccessNotes user={user} />
      <PhoneCards cards={shown.filter(({ sort }) => sort < commonPagesSort)} />
      <OrderedItem at={commonPagesSort}>
        <CommonPages modules={staff.modules} />
      </OrderedItem>
      <PhoneCards cards={shown.filter(({ sort }) => sort >= commonPagesSort)} />
    </OrderedLoading>
  )
}

/** Why something is missing, and the visited organisation: the same notes that the desk shows above its pages. */
function AccessNotes({ user }: { user: SessionUser | null }) {
  return (
    <>
      {user?.homeOrgName && (
        <Note kind="warning">
          您是{user.homeOrgName}人员，正在查看{user.orgName}的数据，所有操作都会留痕。
          <a href="/staffMain/switch">返回本单位</a>
        </Note>
      )}
      {user?.isWeak && (
        <Note kind="warning">
          本次登录只验证了一种方式，管理和查看完整信息的功能没有开放。<a href="/personal/devices">设置验证方式</a>
        </Note>
      )}
    </>
  )
}

import { useState } from 'react'
import { usePageTitle } from '#packages/web/core/page-title.ts'
import { useSession } from '#packages/web/core/session.ts'
import { Bar } from '#packages/web/light/bar.tsx'
import { PersonIcon } from '#packages/web/light/icons.tsx'
import { late } from '#packages/web/light/late.tsx'
import { Page } from '#packages/web/light/page.tsx'
import { HomeIcon } from '#packages/web/light/part-icons.tsx'
import { Empty } from '#packages/web/light/state-notice.tsx'
import { Tabs } from '#packages/web/light/tabs.tsx'
import { phoneModules } from '../modules.ts'
import { greetingAt, todayIs } from './greeting.ts'
import { cardsFor } from './home-cards.ts'
import { kindOf } from './kind.ts'
import { Mine } from './mine.tsx'
import { useTab } from './use-tab.ts'
import styles from './student-main.module.css'

const guardian = 2

// What needs the server comes after the frame.
const RecentSignIns = late(() => import('./recent-sign-ins.tsx').then((loaded) => loaded.RecentSignIns))

/** Where pupils and guardians arrive. Timetable and messages join the tabs with their modules. */
export default function StudentMain() {
  // Who leaves stays named until the page has changed.
  const [user] = useState(() => useSession.getState().user)
  const { tab, linkTo } = useTab()
  usePageTitle(tab === 'home' ? '首页' : '我的')
  return (
    <Page
      head={<Bar title={user?.orgName || '启明'} help="families" isSecond />}
      lead={tab === 'home' && <Greeting name={user?.realName ?? ''} kind={kindOf(user?.userType)} />}
      dock={
        <Tabs
          tabs={[
            { label: '首页', Icon: HomeIcon, ...linkTo('home') },
            { label: '我的', Icon: PersonIcon, ...linkTo('me') },
          ]}
        />
      }
    >
      {tab === 'home' ? <Home userType={user?.userType} /> : user && <Mine user={user} />}
    </Page>
  )
}

function Greeting({ name, kind }: { name: string; kind: string }) {
  const [now] = useState(() => new Date())
  return (
    <div className={styles['greeting']}>
      <div className={styles['inside']}>
        <h1 className={styles['hello']}>
          {greetingAt(now)}，{name}
        </h1>
        <p className={styles['facts']}>
          <span>{kind}</span>
          <span>{todayIs(now)}</span>
        </p>
      </div>
    </div>
  )
}

function Home({ userType }: { userType: number | undefined }) {
  const [cards] = useState(() =>
    cardsFor(
      userType,
      phoneModules.flatMap(({ cards = [] }) => cards),
    ).map(({ id, load }) => ({ id, Card: late(() => load().then((one) => one.default)) })),
  )
  return (
    <>
      {cards.map(({ id, Card }) => (
        <Card key={id} />
      ))}
      {cards.length === 0 && (userType === guardian ? <NoChild /> : <NothingYet />)}
      <RecentSignIns />
    </>
  )
}

const NoChild = () => (
  <Empty title="还没有绑定孩子">
    请联系班主任，核对孩子名下登记的监护人姓名和手机号与您登录的一致。绑定后，孩子的班级和通知会显示在这里。
  </Empty>
)

const NothingYet = () => <Empty title="还没有内容">学校开通应用后，课表、通知和待办会显示在这里。</Empty>

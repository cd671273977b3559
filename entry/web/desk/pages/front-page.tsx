import { useQuery } from '@tanstack/react-query'
import { Suspense, use, useState } from 'react'
import { isSchoolType } from '#packages/web/core/salutation.ts'
import type { BoardCard } from '#packages/web/core/module.ts'
import { useSession } from '#packages/web/core/session.ts'
import { CurrentCardContext } from '#packages/web/desk/board/current-card.ts'
import { CardFrame } from '#packages/web/desk/board/card.tsx'
import { BoardCardsContext } from '#packages/web/desk/board-cards.ts'
import { PageState } from '#packages/web/desk/page-state.tsx'
import { SkeletonLines } from '#packages/web/desk/skeleton.tsx'
import { administratorsOptions, ownOrgOptions } from '../org-queries.ts'
import { Administrators } from './administrators.tsx'
import { homeOptions } from './front-page-queries.ts'
import { Departments, Leaders } from './org-people.tsx'
import { OrgHeader } from './org-header.tsx'
import styles from './front-page.module.css'

const guides = [
  { title: '第一次使用', to: '/help#start' },
  { title: '修改密码和个人信息', to: '/help#personal' },
  { title: '看不到需要的功能', to: '/help#rights' },
]

/** /puMain: the home of the user's organisation: name, week, leaders, departments and contacts. */
export default function FrontPage() {
  const mine = useQuery(ownOrgOptions)
  const home = useQuery(homeOptions)
  const cards = useOrgCards()
  const failed = (mine.error && !mine.data && mine) || (home.error && !home.data && home)
  if (failed) return <PageState status="failed" error={failed.error} onRetry={() => void failed.refetch()} />
  return (
    <div className={styles['page']}>
      <OrgHeader org={mine.data} home={home.data} />
      <div className={styles['cards']}>
        {cards.map((card) => (
          <OrgCard key={card.id} card={card} />
        ))}
        <div className={styles['column']}>
          <CardFrame title="领导班子">
            {home.data ? <Leaders leaders={home.data.leaders} /> : <SkeletonLines widths={[56, 48, 56]} />}
          </CardFrame>
          <AdministratorsCard bureau={mine.data} />
        </div>
        <div className={styles['column']}>
          <CardFrame title="部门" count={home.data?.departments.length}>
            {home.data ? (
              <Departments departments={home.data.departments} />
            ) : (
              <SkeletonLines widths={[64, 64, 64, 64]} />
            )}
          </CardFrame>
          <Help />
        </div>
      </div>
    </div>
  )
}

const Help = () => (
  <CardFrame title="帮助">
    <ul className={styles['guides']}>
      {guides.map(({ title, to }) => (
        <li key={to}>
          <a href={to} target="_blank" rel="noopener">
            {title}
          </a>
        </li>
      ))}
    </ul>
  </CardFrame>
)

interface Bureau {
  name: string
  bureauName: string
  bureauPhone: string
}

/** The administrators to contact, and the bureau for users who do not work there. */
function AdministratorsCard({ bureau }: { bureau: Bureau | undefined }) {
  const { data } = useQuery(administratorsOptions)
  return (
    <CardFrame title="开通功能，找管理员">
      <div className={styles['asking']}>
        {data ? <Administrators people={data.administrators} /> : <SkeletonLines widths={[56, 48]} />}
      </div>
      {bureau && data && isBureauShown(bureau, data.administrators) && (
        <p className={styles['bureau']}>
          {bureau.bureauName}
          {bureau.bureauPhone && <a href={`tel:${bureau.bureauPhone}`}>{bureau.bureauPhone}</a>}
        </p>
      )}
    </CardFrame>
  )
}

/** The bureau is a different organisation, and its number is not among the people above. */
const isBureauShown = ({ name, bureauName, bureauPhone }: Bureau, people: readonly { phone: string }[]) =>
  bureauName !== name && people.every(({ phone }) => phone !== bureauPhone)

/** Board cards about the organisation, not about the user. */
function useOrgCards() {
  const isAtSchool = useSession(({ user }) => isSchoolType(user?.orgType ?? 0))
  const all = use(BoardCardsContext)
  return all.filter(({ isOnOrganisationHome, at }) => isOnOrganisationHome && (!at || (at === 'school') === isAtSchool))
}

function OrgCard({ card }: { card: BoardCard }) {
  const [content] = useState(() => card.load())
  return (
    <div className={styles['place']} style={{ minHeight: card.placeholderHeight }}>
      <CurrentCardContext value={card}>
        <Suspense fallback={<CardFrame title={card.title}>{null}</CardFrame>}>
          <CardContent content={content} />
        </Suspense>
      </CurrentCardContext>
    </div>
  )
}

function CardContent({ content }: { content: ReturnType<BoardCard['load']> }) {
  const { default: Content } = use(content)
  return <Content />
}

import { useState } from 'react'
import { addDays } from '#packages/core'
import { formatDate } from '#packages/web/core/format/time.ts'
import { useSession } from '#packages/web/core/session.ts'
import { Card } from '#packages/web/light/card.tsx'
import { Note } from '#packages/web/light/note.tsx'
import { useOrderedLoading } from '#packages/web/light/ordered-loading.tsx'
import { useOnline } from '#packages/web/light/use-online.ts'
import { RequestCard, formatDay, getTimeOf, nameLesson, useAnswers } from '#engines/cover/web/api.ts'
import { myCoversPath } from '../phone-paths.ts'
import { useRequests } from './use-requests.ts'
import styles from './covers-card.module.css'

/** More of them are on the page. */
const shownAsked = 3

/** What I am asked, what I may claim, and whose lessons I give today and tomorrow; nothing when there is nothing. */
export default function CoversCard() {
  const isOnline = useOnline()
  const [today] = useState(() => formatDate(new Date()))
  const [said, setSaid] = useState<{ kind: 'success' | 'warning'; message: string }>()
  const userId = useSession((session) => session.user?.userId)
  const asked = useRequests('asked')
  const given = useRequests('given', today)
  const report = (kind: 'success' | 'warning') => (message: string) => {
    setSaid({ kind, message })
    asked.again()
    given.again()
  }
  const answers = useAnswers({ onDone: report('success'), onRefused: report('warning') })
  useOrderedLoading(!(asked.loaded || asked.hasFailed) || !(given.loaded || given.hasFailed))
  const open = asked.loaded?.requests.filter(({ may }) => may.includes('answer') || may.includes('claim')) ?? []
  const own = (given.loaded?.requests ?? [])
    .filter(({ status }) => status === 'effective')
    .flatMap(({ legs }) => legs.filter(({ to }) => to?.id === userId))
    .map((leg) => ({ ...leg, ...getTimeOf(leg) }))
    .filter(({ day }) => day >= today && day <= addDays(today, 1))
    .sort((one, other) => (one.day + one.begins).localeCompare(other.day + other.begins))
  if (open.length === 0 && own.length === 0 && !said) return null
  return (
    <Card
      title="代调课"
      aside={<a href={myCoversPath}>{open.length > shownAsked ? `全部 ${open.length} 项` : '全部'}</a>}
    >
      <div className={styles['parts']}>
        {said && <Note kind={said.kind}>{said.message}</Note>}
        {open.slice(0, shownAsked).map((request) => (
          <RequestCard key={request.id} request={request} today={today} answers={answers} isOnline={isOnline} />
        ))}
        {own.length > 0 && (
          <ul className={styles['own']} aria-label="我要代的课">
            {own.map((leg) => (
              <li key={leg.id}>
                <b>
                  {formatDay(leg.day, today)} {leg.periodName}
                </b>
                <span>{leg.begins}</span>
                <span>{nameLesson(leg)}</span>
                {leg.from && <span className={styles['from']}>代{leg.from.name}</span>}
              </li>
            ))}
          </ul>
        )}
      </div>
    </Card>
  )
}

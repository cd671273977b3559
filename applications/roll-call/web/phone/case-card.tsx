import { CallIcon } from '#packages/web/light/part-icons.tsx'
import { Button } from '#packages/web/light/button.tsx'
import { Tag } from '#packages/web/light/tag.tsx'
import { labelOf } from '#packages/contract'
import { caseStatuses, type AbsenceCase } from '#engines/attendance/contract.ts'
import { describeNextStep, describeSeen, describeNotification, formatMinutes } from '../components/case-text.ts'
import styles from './unexplained.module.css'

interface Props {
  of: AbsenceCase
  isBusy: boolean
  isOnline: boolean
  onCall: (guardian: AbsenceCase['guardians'][number]) => void
  onContact: () => void
  onResolve: () => void
}

/** One child: since when, who knows, who is told next, and what to do. */
export function CaseCard({ of: one, isBusy, isOnline, onCall, onContact, onResolve }: Props) {
  const seen = describeSeen(one)
  const next = describeNextStep(one)
  const isContacted = one.status === 'contacted'
  return (
    <article className={styles['card']} data-contacted={isContacted} aria-label={`${one.className} ${one.name}`}>
      <header className={styles['head']}>
        <h2>{one.name}</h2>
        <strong>{formatMinutes(one.minutes)}</strong>
        <Tag state={isContacted ? 'waiting' : 'overdue'}>{labelOf(caseStatuses, one.status)}</Tag>
      </header>
      <p>{`${one.className}　${one.lesson}`}</p>
      {seen && <p className={styles['seen']}>{seen}</p>}
      <ul className={styles['told']} aria-label="已通知">
        {one.told.length === 0 && <li>还没有通知任何人</li>}
        {one.told.map((told) => (
          <li key={`${told.at} ${told.text}`}>{describeNotification(told)}</li>
        ))}
        {one.note && <li>{one.note}</li>}
        {next && <li>{`下一步 ${next}`}</li>}
      </ul>
      {one.guardians.length > 0 && (
        <ul className={styles['guardians']} aria-label="监护人">
          {one.guardians.map((guardian) => (
            <li key={guardian.id}>
              {guardian.phone === '' ? (
                <span>{`${guardian.relation} ${guardian.name} 没有登记电话`}</span>
              ) : (
                <Button
                  kind="plain"
                  size="small"
                  isDisabled={!isOnline || isBusy}
                  aria-label={`拨打${guardian.relation} ${guardian.name}`}
                  onClick={() => onCall(guardian)}
                >
                  <CallIcon size={18} />
                  {`${guardian.relation} ${guardian.name}`}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      <div className={styles['acts']}>
        <Button kind="plain" isDisabled={!isOnline || isBusy || isContacted} onClick={onContact}>
          已联系
        </Button>
        <Button isDisabled={!isOnline || isBusy} onClick={onResolve}>
          核实
        </Button>
      </div>
    </article>
  )
}

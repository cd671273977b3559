import { CheckOutlined, PhoneOutlined } from '@ant-design/icons'
import { Button } from '#packages/web/desk/button.tsx'
import { createStatusLook } from '#packages/web/desk/status-look.ts'
import { StatusTag } from '#packages/web/desk/status-tag.tsx'
import { caseStatuses, type AbsenceCase } from '#engines/attendance/contract.ts'
import { describeNextStep, describeSeen, describeNotification, formatMinutes, toneOfCase } from './case-text.ts'
import { GuardianPhone } from './guardian-phone.tsx'
import styles from './case-row.module.css'

const getLook = createStatusLook(caseStatuses, { contacted: PhoneOutlined, settled: CheckOutlined })

interface Props {
  of: AbsenceCase
  isBusy: boolean
  onContact: () => void
  onResolve: () => void
}

/** One child who is neither there nor excused: since when, who knows, who is told next, and what to do. */
export function CaseRow({ of: one, isBusy, onContact, onResolve }: Props) {
  const { icon, tone, label } = getLook(one.status)
  const seen = describeSeen(one)
  const next = describeNextStep(one)
  return (
    <article className={styles['row']} data-tone={toneOfCase(one)} aria-label={`${one.className} ${one.name}`}>
      <p className={styles['minutes']}>
        <strong>{formatMinutes(one.minutes)}</strong>
        <StatusTag tone={tone} icon={icon}>
          {label}
        </StatusTag>
      </p>
      <div className={styles['who']}>
        <h2>{one.name}</h2>
        <p>
          {one.className}　{one.lesson}
        </p>
        {seen && <p className={styles['seen']}>{seen}</p>}
      </div>
      <Told of={one} next={next} />
      <ul className={styles['guardians']} aria-label="监护人">
        {one.guardians.length === 0 && <li>没有登记监护人</li>}
        {one.guardians.map((guardian) => (
          <li key={guardian.id}>
            <span>{`${guardian.relation} ${guardian.name}`}</span>
            <GuardianPhone of={one} guardian={guardian} />
          </li>
        ))}
      </ul>
      <div className={styles['actions']}>
        <Button disabled={isBusy || one.status === 'contacted'} onClick={onContact}>
          已联系
        </Button>
        <Button type="primary" disabled={isBusy} onClick={onResolve}>
          核实
        </Button>
      </div>
    </article>
  )
}

const Told = ({ of: { told, note }, next }: { of: AbsenceCase; next: string }) => (
  <div className={styles['told']}>
    <ul aria-label="已通知">
      {told.length === 0 && <li>还没有通知任何人</li>}
      {told.map((one) => (
        <li key={`${one.at} ${one.text}`}>{describeNotification(one)}</li>
      ))}
    </ul>
    {note && <p>{note}</p>}
    {next && (
      <p className={styles['next']}>
        <span>下一步</span> {next}
      </p>
    )}
  </div>
)

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { labelOf } from '#packages/contract'
import { call } from '#packages/web/core/call.ts'
import { formatWeekday } from '#packages/web/core/format/time.ts'
import { queryOf } from '#packages/web/core/query-of.ts'
import { Button } from '#packages/web/desk/button.tsx'
import { FormDialog } from '#packages/web/desk/form/form-dialog.tsx'
import { QueryState } from '#packages/web/desk/query-state.tsx'
import { useToast } from '#packages/web/desk/toast.tsx'
import { creditKinds } from '#engines/cover/contract.ts'
import { coverCreditApi } from '../../contract-credits.ts'
import { recordKey } from '../record-queries.ts'
import { formatHours, formatMonth } from '../record-text.ts'
import styles from './credit-lines.module.css'

type Credit = NonNullable<(typeof coverCreditApi.credits)['data']['_output']>[number]

/** The lessons behind the hours of a teacher in a month, each with 更正. */
export function CreditLines({ userId, month }: { userId: string; month: string }) {
  const query = useQuery(queryOf(recordKey, coverCreditApi.credits, { query: { userId, month } }))
  const [corrected, setCorrected] = useState<Credit>()
  return (
    <>
      <QueryState query={query}>
        {(credits) => (credits.length === 0 ? <p>这个月没有课时</p> : <Lines of={credits} onCorrect={setCorrected} />)}
      </QueryState>
      {corrected && <CorrectDialog credit={corrected} onClose={() => setCorrected(undefined)} />}
    </>
  )
}

const Lines = ({ of, onCorrect }: { of: readonly Credit[]; onCorrect: (credit: Credit) => void }) => (
  <ol className={styles['lines']}>
    {of.map((credit) => (
      <li key={credit.id} data-quiet={credit.isReversed || undefined}>
        <span className={styles['day']}>{formatWeekday(credit.day)}</span>
        <span>
          {[
            credit.lesson,
            labelOf(creditKinds, credit.kind),
            credit.isBackfilled ? '补登' : '',
            credit.isReversed ? '已冲正' : '',
          ]
            .filter(Boolean)
            .join('　')}
        </span>
        <strong className={styles['hours']}>{formatHours(credit.hours)}</strong>
        <span className="no-print">
          {!credit.isReversed && credit.hours > 0 && (
            <Button type="link" size="small" onClick={() => onCorrect(credit)}>
              更正
            </Button>
          )}
        </span>
        {credit.note && <span className={styles['note']}>{credit.note}</span>}
      </li>
    ))}
  </ol>
)

const form = {
  schema: coverCreditApi.correct.body!.pick({ hours: true, reason: true }),
  initial: () => ({ hours: 0, reason: '' }),
  sections: [
    {
      fields: [
        { name: 'hours', label: '正确的课时', kind: 'decimal', unit: '节', required: true, hint: '填0为不计' } as const,
        { name: 'reason', label: '原因', kind: 'textarea', required: true } as const,
      ],
    },
  ],
}

function CorrectDialog({ credit, onClose }: { credit: Credit; onClose: () => void }) {
  const client = useQueryClient()
  const toast = useToast()
  return (
    <FormDialog
      title="更正课时"
      lead={
        <p>
          {credit.day} {credit.lesson} 原计 {formatHours(credit.hours)}{' '}
          节。已结算的月份不改动，在第一个未结算的月份冲正。
        </p>
      }
      form={form}
      submitLabel="更正"
      submit={async ({ hours, reason }) => {
        const { month } = await call(coverCreditApi.correct, { body: { creditId: credit.id, hours, reason } })
        toast.success(`已在${formatMonth(month)}更正`)
        await client.invalidateQueries({ queryKey: recordKey })
      }}
      onClose={onClose}
    />
  )
}

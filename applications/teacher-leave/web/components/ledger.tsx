import { useQuery } from '@tanstack/react-query'
import { labelOf } from '#packages/contract'
import { formatDate } from '#packages/web/core/format/time.ts'
import { queryOf } from '#packages/web/core/query-of.ts'
import { QueryState } from '#packages/web/desk/query-state.tsx'
import { leaveBookApi, ledgerKinds, type LedgerEntry } from '../../contract.ts'
import { leaveKey } from '../leave-queries.ts'
import { DayLines } from './day-lines.tsx'

const shown = 100

interface Props {
  /** Null for one's own. */
  userId: string | null
  typeId?: string
}

/** Every change of a balance, the last first. */
export function Ledger({ userId, typeId }: Props) {
  const page = { userId, typeId: typeId ?? null, pageNumber: 1, pageSize: shown }
  const query = useQuery(queryOf(leaveKey, leaveBookApi.ledger, { query: page }))
  return (
    <QueryState query={query}>
      {({ items, itemCount }) =>
        items.length === 0 ? (
          <p>暂无变动</p>
        ) : (
          <>
            <DayLines lines={items.map((entry) => toLine(entry, typeId === undefined))} />
            {itemCount > shown && <p>只列出最近 {shown} 条</p>}
          </>
        )
      }
    </QueryState>
  )
}

const toLine = ({ id, at, typeName, kind, days, expiresOn, note, by, balance }: LedgerEntry, hasType: boolean) => ({
  key: id,
  day: formatDate(at),
  text: [hasType ? typeName : '', labelOf(ledgerKinds, kind)].filter(Boolean).join(' '),
  amount: `${days > 0 ? '+' : '−'}${Math.abs(days)} 天，余 ${balance} 天`,
  note: [note, expiresOn ? `${expiresOn} 到期` : '', by].filter(Boolean).join('，'),
})

import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Page } from '#packages/contract'
import { wordsOf } from '#packages/web/core/call-error.ts'
import { useToast } from '#packages/web/desk/toast.tsx'
import type { Batch, BatchRow, BatchSummary, Repaired } from '../../contract.ts'
import { batchKey, repairRows, rowsKey, type Repair } from '../queries.ts'

interface Change {
  row: number
  column: string
  value: string
}

/** The way back from what was done, and where one was then. */
interface Taken extends Required<Pick<Repair, 'cells' | 'unskip'>> {
  kind: string | null
}

/** The most that may be asked for beside the rows of a group. */
const keptAtMost = 1_000
export const cellKey = (row: number, column: string) => `${row} ${column}`

interface Hooks {
  /** The group that is looked at. */
  kind: string | null
  /** After each change that was taken: how it all stands now. */
  onDone: (summary: BatchSummary) => void
  /** After taking back: where that was. */
  onBack: (kind: string | null, summary: BatchSummary) => void
}

/** Everything that changes rows. One after the other, so that the way back leads back in the right order. */
export function useRepairs(id: string, { kind, onDone, onBack }: Hooks) {
  const client = useQueryClient()
  const toast = useToast()
  const [taken, setTaken] = useState<readonly Taken[]>([])
  const [pending, setPending] = useState<ReadonlyMap<string, string>>(new Map())
  const [running, setRunning] = useState(0)
  const [bulk, setBulk] = useState(false)
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  /** Rows that were changed since the group was opened: they stay where they are. */
  const kept = useRef(new Set<number>())

  const run = (work: () => Promise<Repaired>, settle: (answer: Repaired) => void) => {
    setRunning((count) => count + 1)
    const next = queue.current.then(async () => {
      try {
        const answer = await work()
        for (const { row } of [...answer.rows, ...answer.before]) kept.current.add(row)
        await putIn(client, id, answer)
        settle(answer)
      } catch (error) {
        toast.error(wordsOf(error))
      } finally {
        setRunning((count) => count - 1)
      }
    })
    queue.current = next
    return next
  }
  const change = (work: () => Promise<Repaired>) =>
    run(work, (answer) => {
      const { before, skipped, summary } = answer
      if (before.length + skipped.length > 0) {
        setTaken((all) => [...all, { cells: before, unskip: skipped, kind }])
      }
      onDone(summary)
    })
  /** Many rows with one press: it says how many. */
  const changeMany = (work: () => Promise<Repaired>, words: (count: number) => string) => {
    setBulk(true)
    const told = async () => {
      const answer = await work()
      toast.success(words(answer.count))
      return answer
    }
    void change(told).finally(() => setBulk(false))
  }
  return {
    pending,
    isBusy: running > 0,
    isBulk: bulk,
    canUndo: taken.length > 0,
    keptRows: () => [...kept.current].slice(-keptAtMost),
    forgetKept: () => kept.current.clear(),
    change,
    changeMany,
    /** Shown at once, before the server has agreed. */
    write: (cells: Change[]) => {
      const keys = cells.map(({ row, column, value }) => [cellKey(row, column), value] as const)
      setPending((before) => new Map([...before, ...keys]))
      void change(() => repairRows(id, { cells })).then(() =>
        setPending(
          (before) => new Map([...before].filter(([key, value]) => !keys.some(([k, v]) => k === key && v === value))),
        ),
      )
    },
    undo: () => {
      const last = taken.at(-1)
      if (!last) return
      setTaken((all) => all.slice(0, -1))
      void run(
        () => repairRows(id, { cells: last.cells, unskip: last.unskip }),
        ({ summary }) => {
          toast.success('已撤销')
          onBack(last.kind, summary)
        },
      )
    },
  }
}
export type Repairs = ReturnType<typeof useRepairs>

/** What came back is on the page at once; then the rows are read again, because one may speak of another. */
async function putIn(client: QueryClient, id: string, { rows, summary }: Repaired) {
  const queryKey = rowsKey(id)
  // An answer that is still on its way knows nothing of this.
  await client.cancelQueries({ queryKey })
  const byRow = new Map(rows.map((row) => [row.row, row]))
  client.setQueriesData<Page<BatchRow>>(
    { queryKey },
    (page) => page && { ...page, items: page.items.map((row) => byRow.get(row.row) ?? row) },
  )
  client.setQueryData<Batch>(batchKey(id), (batch) => batch && { ...batch, summary, words: '' })
  void client.invalidateQueries({ queryKey })
}

import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Page } from '#packages/contract'
import { getErrorMessage } from '#packages/web/core/call-error.ts'
import { useToast } from '#packages/web/desk/toast.tsx'
import type { Batch, BatchRow, BatchSummary, Repaired } from '../../contract.ts'
import { batchKey, repairRows, rowsKey, type RowRepair } from '../queries.ts'

interface Change {
  row: number
  column: string
  value: string
}

/** The data for undoing a change, with the view it was made in. */
interface UndoStep extends Required<Pick<RowRepair, 'cells' | 'unskip'>> {
  kind: string | null
}

/** The most rows that may be requested beside those of a group. */
const maxKeptRows = 1_000
export const getCellKey = (row: number, column: string) => `${row} ${column}`

interface Hooks {
  /** The group in view. */
  kind: string | null
  /** Called after each accepted change with the new summary. */
  onDone: (summary: BatchSummary) => void
  /** Called after an undo with the view of the change. */
  onBack: (kind: string | null, summary: BatchSummary) => void
}

/** All changes of rows. They run in sequence, so that undoing works in the right order. */
export function useRepairs(id: string, { kind, onDone, onBack }: Hooks) {
  const client = useQueryClient()
  const toast = useToast()
  const [undoSteps, setUndoSteps] = useState<readonly UndoStep[]>([])
  const [pending, setPending] = useState<ReadonlyMap<string, string>>(new Map())
  const [running, setRunning] = useState(0)
  const [bulk, setBulk] = useState(false)
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  /** Rows changed since the group was opened: they stay visible. */
  const changedRows = useRef(new Set<number>())

  const run = (work: () => Promise<Repaired>, settle: (answer: Repaired) => void) => {
    setRunning((count) => count + 1)
    const next = queue.current.then(async () => {
      try {
        const answer = await work()
        for (const { row } of [...answer.rows, ...answer.before]) changedRows.current.add(row)
        await applyAnswer(client, id, answer)
        settle(answer)
      } catch (error) {
        toast.error(getErrorMessage(error))
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
        setUndoSteps((all) => [...all, { cells: before, unskip: skipped, kind }])
      }
      onDone(summary)
    })
  /** Changes many rows and announces how many. */
  const changeMany = (work: () => Promise<Repaired>, getMessage: (count: number) => string) => {
    setBulk(true)
    const sendAndAnnounce = async () => {
      const answer = await work()
      toast.success(getMessage(answer.count))
      return answer
    }
    void change(sendAndAnnounce).finally(() => setBulk(false))
  }
  return {
    pending,
    isBusy: running > 0,
    isBulk: bulk,
    canUndo: undoSteps.length > 0,
    keptRows: () => [...changedRows.current].slice(-maxKeptRows),
    forgetKept: () => changedRows.current.clear(),
    change,
    changeMany,
    /** Shown at once, before the server has answered. */
    write: (cells: Change[]) => {
      const keys = cells.map(({ row, column, value }) => [getCellKey(row, column), value] as const)
      setPending((before) => new Map([...before, ...keys]))
      void change(() => repairRows(id, { cells })).then(() =>
        setPending(
          (before) => new Map([...before].filter(([key, value]) => !keys.some(([k, v]) => k === key && v === value))),
        ),
      )
    },
    undo: () => {
      const last = undoSteps.at(-1)
      if (!last) return
      setUndoSteps((all) => all.slice(0, -1))
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

/** Puts the answer on the page at once and refetches the rows, because rows may depend on each other. */
async function applyAnswer(client: QueryClient, id: string, { rows, summary }: Repaired) {
  const queryKey = rowsKey(id)
  // A running request does not have this change yet.
  await client.cancelQueries({ queryKey })
  const byRow = new Map(rows.map((row) => [row.row, row]))
  client.setQueriesData<Page<BatchRow>>(
    { queryKey },
    (page) => page && { ...page, items: page.items.map((row) => byRow.get(row.row) ?? row) },
  )
  client.setQueryData<Batch>(batchKey(id), (batch) => batch && { ...batch, summary, message: '' })
  void client.invalidateQueries({ queryKey })
}

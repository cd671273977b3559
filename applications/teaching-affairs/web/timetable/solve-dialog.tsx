import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { TimetableRow, TimetableRun } from '#engines/timetable/contract.ts'
import { stopTask } from '#kernel/task/web/api.ts'
import { getErrorMessage } from '#packages/web/core/call-error.ts'
import { Button } from '#packages/web/desk/button.tsx'
import { Checkbox } from '#packages/web/desk/list/checkbox.tsx'
import { Dialog } from '#packages/web/desk/dialog.tsx'
import { useSetParams } from '#packages/web/desk/page-search.tsx'
import { PlainSelect } from '#packages/web/desk/plain-select.tsx'
import { QueryState } from '#packages/web/desk/query-state.tsx'
import { useToast } from '#packages/web/desk/toast.tsx'
import { TaskProgress, useTask } from './task-progress.tsx'
import { precheckQuery, runsQuery, startSolver, timetableKey } from './timetable-queries.ts'
import { isRunning, listRunTexts, sortDrafts } from './run-texts.ts'
import styles from './solve-dialog.module.css'

const secondChoices = [30, 60, 120, 300]
const draftChoices = [1, 2, 3]

/** 自动排课: what contradicts itself, how long to search, and the drafts that were found. */
export default function SolveDialog({ timetable, onClose }: { timetable: TimetableRow; onClose: () => void }) {
  const client = useQueryClient()
  const toast = useToast()
  const [seconds, setSeconds] = useState(60)
  const [drafts, setDrafts] = useState(3)
  const [taskId, setTaskId] = useState<string>()
  const [isStarting, setStarting] = useState(false)
  const runs = useQuery({
    ...runsQuery(timetable.id),
    // A run that was started elsewhere, or before the dialog was closed.
    refetchInterval: ({ state }) => (state.data?.some(({ status }) => isRunning(status)) ? pollMs : false),
  })
  const precheck = useQuery(precheckQuery(timetable.id))
  const task = useTask(taskId, () => void client.invalidateQueries({ queryKey: timetableKey }))
  const last = runs.data?.[0]
  const isBusy = (taskId !== undefined && task?.endedAt == null) || (last !== undefined && isRunning(last.status))
  const start = async () => {
    setStarting(true)
    try {
      const { taskId: started } = await startSolver({ id: timetable.id, seconds, drafts })
      setTaskId(started)
      await client.invalidateQueries({ queryKey: runsQuery(timetable.id).queryKey })
    } catch (error) {
      toast.error(getErrorMessage(error))
    }
    setStarting(false)
  }
  return (
    <Dialog
      title="自动排课"
      size="panes"
      busy={isStarting}
      onClose={onClose}
      foot={
        <>
          {isBusy && taskId && (
            <Button
              onClick={() => void stopTask(taskId).catch((error: unknown) => toast.error(getErrorMessage(error)))}
            >
              停止
            </Button>
          )}
          <Button type={isBusy ? 'primary' : 'default'} disabled={isStarting} onClick={onClose}>
            {isBusy ? '在后台继续' : '关闭'}
          </Button>
          {!isBusy && (
            <Button
              type="primary"
              data-first=""
              loading={isStarting}
              disabled={!precheck.data}
              onClick={() => void start()}
            >
              开始排课
            </Button>
          )}
        </>
      }
    >
      <div className={styles['parts']}>
        <section aria-label="排课前检查">
          <h3 className={styles['title']}>排课前检查</h3>
          <QueryState query={precheck}>{(found) => <Precheck found={found} />}</QueryState>
        </section>
        <div className={styles['choices']}>
          <span>每个方案</span>
          <PlainSelect
            label="每个方案最长时间"
            value={String(seconds)}
            options={secondChoices.map((value) => ({ value: String(value), label: `最长 ${value} 秒` }))}
            disabled={isBusy}
            onChange={(value) => setSeconds(Number(value))}
          />
          <PlainSelect
            label="方案数"
            value={String(drafts)}
            options={draftChoices.map((value) => ({ value: String(value), label: `${value} 个方案` }))}
            disabled={isBusy}
            onChange={(value) => setDrafts(Number(value))}
          />
          <p className={styles['note']}>已锁定的课不动，其余重新排；结果是新的草稿，本草稿不变。</p>
        </div>
        {isBusy && <TaskProgress task={task} label="正在排课" done="已排好" />}
        {!isBusy && last && <Result run={last} timetableId={timetable.id} />}
      </div>
    </Dialog>
  )
}

const pollMs = 2_000

const Precheck = ({ found }: { found: readonly { code: string; message: string }[] }) =>
  found.length === 0 ? (
    <p className={styles['good']}>没有发现矛盾，可以开始排课。</p>
  ) : (
    <ul className={styles['problems']}>
      {found.map(({ code, message }) => (
        <li key={`${code} ${message}`}>{message}</li>
      ))}
    </ul>
  )

/** The drafts of the last run, the best first; two of them can be compared. */
function Result({ run, timetableId }: { run: TimetableRun; timetableId: string }) {
  const setParams = useSetParams()
  const [ticked, setTicked] = useState<readonly string[]>([])
  const { difficult, drafts } = run.report
  const tick = (id: string) =>
    setTicked((before) => (before.includes(id) ? before.filter((one) => one !== id) : [...before, id].slice(-2)))
  const [first, second] = ticked
  return (
    <section aria-label="排课结果">
      <h3 className={styles['title']}>上次排课</h3>
      {listRunTexts(run).map((text) => (
        <p key={text} className={styles['note']} role="status">
          {text}
        </p>
      ))}
      {drafts.length > 0 && (
        <table className={styles['drafts']}>
          <thead>
            <tr>
              {['对比', '方案', '已排', '待排', '未满足的要求', ''].map((title) => (
                <th key={title} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sortDrafts(drafts).map(({ timetableId: id, name, placed, unplaced, soft }) => (
              <tr key={id}>
                <td>
                  <Checkbox label={`对比${name}`} isOn={ticked.includes(id)} onChange={() => tick(id)} />
                </td>
                <th scope="row">{name}</th>
                <td>{placed.toLocaleString()}</td>
                <td className={unplaced > 0 ? styles['open'] : ''}>{unplaced}</td>
                <td>{soft}</td>
                <td>
                  <Button size="small" aria-label={`打开${name}`} onClick={() => setParams({ id })}>
                    打开
                  </Button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {drafts.length > 0 && (
        <Button
          disabled={!first}
          onClick={() => first && setParams(second ? { id: first, with: second } : { id: timetableId, with: first })}
        >
          {second ? '对比选中的两个方案' : '与本草稿对比'}
        </Button>
      )}
      {difficult.length > 0 && (
        <>
          <h3 className={styles['title']}>难排的课</h3>
          <ul className={styles['problems']}>
            {difficult.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

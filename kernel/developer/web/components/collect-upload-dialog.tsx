import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#packages/web/core/call.ts'
import { getErrorMessage } from '#packages/web/core/call-error.ts'
import { formatDayTime } from '#packages/web/core/format/time.ts'
import { queryOf } from '#packages/web/core/query-of.ts'
import { Button } from '#packages/web/desk/button.tsx'
import { Dialog } from '#packages/web/desk/dialog.tsx'
import { DropZone } from '#packages/web/desk/import-wizard/drop-zone.tsx'
import type { DialogPage } from '#packages/web/desk/list/list-spec.ts'
import { collectFileApi, collectTaskApi, type CollectBatch, type CollectTaskRow } from '../../contract.ts'
import styles from './collect-upload-dialog.module.css'

const batchKey = ['developer', 'collect-batches'] as const
const isOver = ({ done, total }: CollectBatch) => done === total

/** Sends a file, and shows how far the files of the task have been taken. */
export default function CollectUploadDialog({ task, page }: { task: CollectTaskRow; page: DialogPage }) {
  const client = useQueryClient()
  const [busy, setBusy] = useState<string>()
  const [refusal, setRefusal] = useState<string>()
  const [note, setNote] = useState('')
  const { data: batches = [] } = useQuery({
    ...queryOf(batchKey, collectTaskApi.batches, { query: { taskId: task.id } }),
    refetchInterval: ({ state }) => (state.data?.every(isOver) === false ? 1000 : false),
  })
  const send = async (file: File) => {
    setBusy('正在上传')
    setRefusal(undefined)
    try {
      const { isRepeated } = await call(collectFileApi.upload, { body: { taskId: task.id, file } })
      setNote(isRepeated ? '这个文件已经上传过，不会重复收取' : '')
      await client.invalidateQueries({ queryKey: batchKey })
    } catch (error) {
      setRefusal(getErrorMessage(error))
    } finally {
      setBusy(undefined)
    }
  }
  const close = () => {
    page.close()
    void page.refresh()
  }
  return (
    <Dialog
      title={`上传“${task.name}”的数据`}
      size="form"
      busy={busy !== undefined}
      onClose={close}
      foot={
        <Button type="primary" onClick={close}>
          完成
        </Button>
      }
    >
      <DropZone
        accept=".xlsx,.xls,.csv,.jsonl,.ndjson"
        hint="Excel、CSV，或每行一个对象的 JSON 文件，最大 20MB"
        refusal={refusal}
        busy={busy}
        onFile={(file) => void send(file)}
      />
      {note && <p role="status">{note}</p>}
      {batches.length > 0 && (
        <ul className={styles['batches']} aria-label="已上传的文件">
          {batches.map((batch) => (
            <li key={batch.id} className={styles['batch']}>
              <span className={styles['name']}>{batch.fileName}</span>
              <span className={styles['time']}>{formatDayTime(batch.createdAt)}</span>
              <span className={styles['result']} role="status">
                {isOver(batch)
                  ? `收取 ${batch.taken} 行，未变 ${batch.unchanged} 行，隔离 ${batch.quarantined} 行`
                  : `正在收取 ${batch.done} / ${batch.total}`}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}

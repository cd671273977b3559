import { useState } from 'react'
import { getErrorMessage } from '#packages/web/core/call-error.ts'
import { useToast } from '#packages/web/desk/toast.tsx'
import { beginWrongRows } from '../queries.ts'
import { downloadTaskFile } from '../download-task-file.ts'

/** Downloads the wrong rows as a file, to be repaired in Excel and imported again. */
export function useWrongRows(id: string) {
  const toast = useToast()
  const [isBusy, setBusy] = useState(false)
  const downloadWrongRows = async () => {
    setBusy(true)
    try {
      const { taskId } = await beginWrongRows(id)
      if (!(await downloadTaskFile(taskId, toast.error))) toast.success('请稍后在任务中心下载')
    } catch (error) {
      toast.error(getErrorMessage(error))
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, downloadWrongRows: () => void downloadWrongRows() }
}

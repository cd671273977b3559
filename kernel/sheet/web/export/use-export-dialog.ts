import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { getFieldErrors, isRetryableError, getErrorMessage } from '#packages/web/core/call-error.ts'
import type { ExporterProps } from '#packages/web/core/module.ts'
import { findStepUpChallenge, type StepUpChallenge } from '#packages/web/desk/step-up.tsx'
import { useToast } from '#packages/web/desk/toast.tsx'
import { foregroundRows } from '../../contract.ts'
import { arrangeColumns, getInitialColumns } from './export-columns.ts'
import { waitForTask } from '#kernel/task/web/api.ts'
import { downloadTaskResult } from '../download-task-file.ts'
import * as queries from './queries.ts'

/** The stage of the dialog: the form, the code, or the file being made. */
export type ExportStage = { at: 'asking' } | { at: 'proving'; step: StepUpChallenge } | { at: 'waiting' }

interface ExportErrors {
  reason?: string | undefined
  code?: string | undefined
  /** An error of the whole form. */
  whole?: string | undefined
}

export type ExportDialogState = ReturnType<typeof useExportDialog>

export function useExportDialog({ source, filter, columns: shown, onClose }: ExporterProps) {
  const toast = useToast()
  const choice = useColumnChoice(source, shown)
  const { ticked, columns, isWhole } = choice
  const [reason, setReason] = useState('')
  const [code, setCode] = useState('')
  const [stage, setStage] = useState<ExportStage>({ at: 'asking' })
  const [errors, setErrors] = useState<ExportErrors>({})
  const [isBusy, setBusy] = useState(false)
  /** Closing the dialog ends the waiting; the export continues. */
  const patience = useRef(new AbortController())

  const request = {
    source,
    filter: { ...filter },
    isWhole,
    columns: columns.map(({ key }) => key).filter((key) => ticked.has(key)),
  }
  const preview = useQuery({
    ...queries.exportPreview(request),
    enabled: request.columns.length > 0,
    // Not cached, because the preview must show what will be exported now.
    staleTime: 0,
    gcTime: 0,
    placeholderData: keepPreviousData,
  })
  const previewData = preview.data
  const isPreviewReady = previewData !== undefined && !preview.isPlaceholderData && !preview.isError

  const end = (message: string) => {
    toast.success(message)
    onClose()
  }
  const wait = async (taskId: string) => {
    setStage({ at: 'waiting' })
    const task = await waitForTask(taskId, patience.current.signal)
    if (task?.status !== 'done') throw new FileNotMade(task?.message || '没有生成文件，请在导出记录中查看')
    await downloadTaskResult(taskId, () => toast.error('下载失败，请在任务中重新下载'))
    end(`已导出 ${(task.done || previewData?.count || 0).toLocaleString()} 行`)
  }
  const send = async (proof: { msgId?: string; code?: string } = {}) => {
    const { taskId } = await queries.requestExport(request, reason.trim(), proof)
    if (!taskId) return end('已提交审批，通过后将通知您')
    if (previewData?.isLong) return end(`导出超过${foregroundRows}行，已转为后台任务，完成后将通知您`)
    await wait(taskId)
  }
  const refused = (error: unknown, isProof: boolean) => {
    const step = findStepUpChallenge(error)
    if (step) {
      setCode('')
      return setStage({ at: 'proving', step })
    }
    if (isProof && !isRetryableError(error)) {
      setCode('')
      return setErrors({ code: getErrorMessage(error) })
    }
    const message = error instanceof FileNotMade ? error.message : getErrorMessage(error)
    const { reason: wrong } = getFieldErrors(error)
    setStage((before) => (before.at === 'waiting' ? { at: 'asking' } : before))
    setErrors(wrong ? { reason: wrong } : { whole: message })
  }
  const attempt = async (proof?: { msgId: string; code: string }) => {
    setBusy(true)
    setErrors({})
    try {
      await send(proof)
    } catch (error) {
      // After the dialog is closed, the task centre shows the result.
      if (!patience.current.signal.aborted) refused(error, proof !== undefined)
    } finally {
      setBusy(false)
    }
  }
  const submit = async () => {
    if (isBusy) return
    if (stage.at === 'proving') {
      if (!/^\d{6}$/.test(code)) return setErrors({ code: '请输入6位验证码' })
      return attempt({ msgId: stage.step.msgId, code })
    }
    if (previewData?.needsReason && !reason.trim()) return setErrors({ reason: '请填写导出原因' })
    return attempt()
  }
  const close = () => {
    patience.current.abort()
    if (stage.at === 'waiting') toast.success('已转为后台，可在任务中下载')
    onClose()
  }
  return {
    choice,
    stage,
    errors,
    reason,
    setReason,
    code,
    setCode,
    preview,
    submit,
    close,
    /** A request that closing the dialog would not stop. */
    isBusy: isBusy && stage.at !== 'waiting',
    canSubmit: request.columns.length > 0 && isPreviewReady && previewData.count > 0 && !previewData.obstacle,
    back: () => setStage({ at: 'asking' }),
  }
}

/** The file was not made, with a message for the user. */
class FileNotMade extends Error {}

/** The chosen columns, and whether they are unmasked. */
function useColumnChoice(source: string, shown: readonly string[]) {
  const facts = useQuery(queries.exportSource(source))
  const columns = useMemo(() => arrangeColumns(facts.data?.columns ?? [], shown), [facts.data, shown])
  const [changed, setChanged] = useState<ReadonlySet<string>>()
  const ticked = changed ?? getInitialColumns(columns, shown)
  const [wantsWhole, setWhole] = useState(false)
  const hasSensitive = columns.some(({ key, isSensitive }) => isSensitive && ticked.has(key))
  return {
    facts,
    columns,
    ticked,
    hasSensitive,
    setWhole,
    /** Without a sensitive column nothing can be unmasked. */
    isWhole: wantsWhole && hasSensitive,
    tick: (key: string, isOn: boolean) =>
      setChanged(new Set(isOn ? [...ticked, key] : [...ticked].filter((one) => one !== key))),
    tickAll: (isOn: boolean) => setChanged(new Set(isOn ? columns.map(({ key }) => key) : [])),
  }
}

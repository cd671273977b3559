import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { fieldErrorsOf, mayPass, wordsOf } from '#packages/web/core/call-error.ts'
import type { ExporterProps } from '#packages/web/core/module.ts'
import { stepOf, type Step } from '#packages/web/desk/proving.tsx'
import { useToast } from '#packages/web/desk/toast.tsx'
import { waitedRows } from '../../contract.ts'
import { arrangedBy, startOf } from './columns.ts'
import { endOf, takeResult } from '../take-task-file.ts'
import * as queries from './queries.ts'

/** What the dialog is at: what to export, the code that was asked for, or the file that is being made. */
export type Stage = { at: 'asking' } | { at: 'proving'; step: Step } | { at: 'waiting' }

interface Errors {
  reason?: string | undefined
  code?: string | undefined
  /** What is wrong with the whole. */
  whole?: string | undefined
}

export type Exporting = ReturnType<typeof useExporting>

export function useExporting({ source, filter, columns: shown, onClose }: ExporterProps) {
  const toast = useToast()
  const choice = useChoice(source, shown)
  const { ticked, columns, isWhole } = choice
  const [reason, setReason] = useState('')
  const [code, setCode] = useState('')
  const [stage, setStage] = useState<Stage>({ at: 'asking' })
  const [errors, setErrors] = useState<Errors>({})
  const [isBusy, setBusy] = useState(false)
  /** Whoever closes the dialog no longer waits; the work goes on. */
  const patience = useRef(new AbortController())

  const asked = {
    source,
    filter: { ...filter },
    isWhole,
    columns: columns.map(({ key }) => key).filter((key) => ticked.has(key)),
  }
  const preview = useQuery({
    ...queries.exportPreview(asked),
    enabled: asked.columns.length > 0,
    // What was true a minute ago is not what is about to be exported.
    staleTime: 0,
    gcTime: 0,
    placeholderData: keepPreviousData,
  })
  const told = preview.data
  const isTold = told !== undefined && !preview.isPlaceholderData && !preview.isError

  const end = (words: string) => {
    toast.success(words)
    onClose()
  }
  const wait = async (taskId: string) => {
    setStage({ at: 'waiting' })
    const task = await endOf(taskId, patience.current.signal)
    if (task?.status !== 'done') throw new NotMade(task?.words || '没有生成文件，请在导出记录中查看')
    await takeResult(taskId, () => toast.error('下载失败，请在任务中重新下载'))
    end(`已导出 ${(task.done || told?.count || 0).toLocaleString()} 行`)
  }
  const send = async (proof: { msgId?: string; code?: string } = {}) => {
    const { taskId } = await queries.askForExport(asked, reason.trim(), proof)
    if (!taskId) return end('已提交审批，通过后将通知您')
    if (told?.isLong) return end(`导出超过${waitedRows}行，已转为后台任务，完成后将通知您`)
    await wait(taskId)
  }
  const refused = (error: unknown, isProof: boolean) => {
    const step = stepOf(error)
    if (step) {
      setCode('')
      return setStage({ at: 'proving', step })
    }
    if (isProof && !mayPass(error)) {
      setCode('')
      return setErrors({ code: wordsOf(error) })
    }
    const words = error instanceof NotMade ? error.message : wordsOf(error)
    const { reason: wrong } = fieldErrorsOf(error)
    setStage((before) => (before.at === 'waiting' ? { at: 'asking' } : before))
    setErrors(wrong ? { reason: wrong } : { whole: words })
  }
  const attempt = async (proof?: { msgId: string; code: string }) => {
    setBusy(true)
    setErrors({})
    try {
      await send(proof)
    } catch (error) {
      // Whoever closed the dialog is told by the task centre.
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
    if (told?.needsReason && !reason.trim()) return setErrors({ reason: '请填写导出原因' })
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
    /** Under way in a manner that closing would not stop. */
    isBusy: isBusy && stage.at !== 'waiting',
    canSubmit: asked.columns.length > 0 && isTold && told.count > 0 && !told.obstacle,
    back: () => setStage({ at: 'asking' }),
  }
}

/** The file was not made, for a reason that people can read. */
class NotMade extends Error {}

/** Which columns, and whether in full. */
function useChoice(source: string, shown: readonly string[]) {
  const facts = useQuery(queries.exportSource(source))
  const columns = useMemo(() => arrangedBy(facts.data?.columns ?? [], shown), [facts.data, shown])
  const [changed, setChanged] = useState<ReadonlySet<string>>()
  const ticked = changed ?? startOf(columns, shown)
  const [wantsWhole, setWhole] = useState(false)
  const hasSensitive = columns.some(({ key, isSensitive }) => isSensitive && ticked.has(key))
  return {
    facts,
    columns,
    ticked,
    hasSensitive,
    setWhole,
    /** Without a column that is masked there is nothing to be had in full. */
    isWhole: wantsWhole && hasSensitive,
    tick: (key: string, isOn: boolean) =>
      setChanged(new Set(isOn ? [...ticked, key] : [...ticked].filter((one) => one !== key))),
    tickAll: (isOn: boolean) => setChanged(new Set(isOn ? columns.map(({ key }) => key) : [])),
  }
}

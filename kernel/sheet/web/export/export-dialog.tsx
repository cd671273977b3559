import { LoadingOutlined } from '@ant-design/icons'
import { useId, type FormEvent } from 'react'
import type { ExporterProps } from '#packages/web/core/module.ts'
import { Button } from '#packages/web/desk/button.tsx'
import { Dialog } from '#packages/web/desk/dialog.tsx'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { ErrorNote } from '#packages/web/desk/error-note.tsx'
import { PageState } from '#packages/web/desk/page-state.tsx'
import { SkeletonLines } from '#packages/web/desk/skeleton.tsx'
import { ExportForm } from './export-form.tsx'
import { StepUpForm } from './step-up-form.tsx'
import { useExportDialog, type ExportDialogState } from './use-export-dialog.ts'
import styles from './export.module.css'

/** Exports a list: columns, masking and reason. */
export default function ExportDialog(props: ExporterProps) {
  const exporting = useExportDialog(props)
  const { choice, errors, preview, stage, isBusy, close, submit } = exporting
  const id = useId()
  const send = (event: FormEvent) => {
    event.preventDefault()
    void submit()
  }
  return (
    <Dialog
      title={`导出${choice.facts.data?.title ?? ''}`}
      size="form"
      busy={isBusy}
      onClose={close}
      foot={<Foot exporting={exporting} form={id} />}
    >
      {stage.at === 'waiting' ? (
        <p className={styles['waiting']} role="status">
          <Glyph of={LoadingOutlined} />
          正在生成…
        </p>
      ) : (
        <form id={id} noValidate className={styles['form']} onSubmit={send}>
          <ErrorNote message={errors.whole ?? (preview.data?.obstacle || undefined)} />
          {stage.at === 'proving' ? (
            <StepUpForm exporting={exporting} step={stage.step} />
          ) : (
            <ExportFormOrState exporting={exporting} />
          )}
        </form>
      )}
    </Dialog>
  )
}

function ExportFormOrState({ exporting }: { exporting: ExportDialogState }) {
  const { facts } = exporting.choice
  if (facts.data) return <ExportForm exporting={exporting} facts={facts.data} />
  if (facts.isError) return <PageState status="failed" error={facts.error} onRetry={() => void facts.refetch()} />
  return <SkeletonLines widths={[48, 72, 60, 66, 54]} />
}

function Foot({ exporting, form }: { exporting: ExportDialogState; form: string }) {
  const { choice, preview, stage, isBusy, canSubmit, back, close } = exporting
  if (stage.at === 'waiting') return <Button onClick={close}>转为后台</Button>
  const isApproved = preview.data?.needsApproval ?? false
  const verb = isApproved ? '提交审批' : '导出'
  if (stage.at === 'proving') {
    return (
      <>
        <Button disabled={isBusy} onClick={back}>
          上一步
        </Button>
        <Button type="primary" form={form} htmlType="submit" loading={isBusy}>
          {`验证并${verb}`}
        </Button>
      </>
    )
  }
  const count = preview.data && `（${preview.data.count.toLocaleString()} ${choice.facts.data?.measure ?? '行'}）`
  return (
    <>
      <Button disabled={isBusy} onClick={close}>
        取消
      </Button>
      <Button type="primary" form={form} htmlType="submit" disabled={!canSubmit} loading={isBusy}>
        {`${verb}${count ?? ''}`}
      </Button>
    </>
  )
}

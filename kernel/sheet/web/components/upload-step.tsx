import { DownloadOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { getErrorMessage } from '#packages/web/core/call-error.ts'
import { formatNumber } from '#packages/web/core/format/number.ts'
import { saveBlob } from '#packages/web/core/save-blob.ts'
import { Button } from '#packages/web/desk/button.tsx'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { DropZone } from '#packages/web/desk/import-wizard/drop-zone.tsx'
import { ImportFrame } from '#packages/web/desk/import-wizard/import-frame.tsx'
import { usePageName } from '#packages/web/desk/page-name.ts'
import { PageState } from '#packages/web/desk/page-state.tsx'
import { importBytes, importSuffixes, type TargetFacts } from '../../contract.ts'
import { beginImport, importTarget, getTemplate, type ImportTargetRef } from '../queries.ts'
import { stepTitles } from '../import-labels.ts'
import type { GoTo } from './import-location.ts'
import { RecentImports } from './recent-imports.tsx'
import { TargetCard } from './target-card.tsx'
import { useBatchAction } from './use-batch-action.ts'
import styles from './card.module.css'

/** The first step: the upload. */
export function UploadStep({ go, preset, ...target }: ImportTargetRef & { preset: string; go: GoTo }) {
  const { data, isError, error, refetch } = useQuery({ ...importTarget(target), staleTime: 0 })
  usePageName(data && `导入${data.title}`)
  const navigate = useNavigate()
  return (
    <ImportFrame
      title={data ? `导入${data.title}` : '导入'}
      steps={stepTitles}
      at={0}
      onBack={() => void navigate(data?.page ?? '/')}
    >
      {data ? (
        <Upload facts={data} target={target} preset={preset} go={go} />
      ) : (
        <div className={styles['card']}>
          {isError ? (
            <PageState status="failed" error={error} onRetry={() => void refetch()} />
          ) : (
            <PageState status="loading" />
          )}
        </div>
      )}
    </ImportFrame>
  )
}

const accept = importSuffixes.map((suffix) => `.${suffix}`).join(',')

interface UploadProps {
  facts: TargetFacts
  target: ImportTargetRef
  preset: string
  go: GoTo
}

function Upload({ facts, target, preset, go }: UploadProps) {
  const { busy, refusal, act } = useBatchAction()
  const [unfit, setUnfit] = useState<string>()
  const uploadFile = (file: File) => {
    const message = getFileError(file)
    setUnfit(message)
    if (message) return
    act('file', async () => go({ batch: (await beginImport(target, preset, file)).id }))
  }
  return (
    <div className={styles['columns']}>
      <div className={styles['aside']}>
        <DropZone
          accept={accept}
          hint={`支持 .xlsx、.xls、.csv，不超过 20MB、${formatNumber(facts.rowsAtMost)} 行`}
          refusal={unfit ?? (busy === undefined ? refusal : undefined)}
          busy={busy === 'file' ? '正在上传' : undefined}
          onFile={uploadFile}
        >
          <TemplateButton target={target} title={facts.title} form="rows" label="下载模板" />
          {facts.hasGrid && <TemplateButton target={target} title={facts.title} form="grid" label="下载网格模板" />}
        </DropZone>
        <RecentImports facts={facts} go={go} />
      </div>
      <TargetCard facts={facts} preset={preset} />
    </div>
  )
}

/** Checks the file before it is sent, like the server. */
function getFileError({ name, size }: File): string | undefined {
  const suffix = name.toLowerCase().split('.').at(-1) ?? ''
  if (!(importSuffixes as readonly string[]).includes(suffix)) return '请选择 .xlsx、.xls 或 .csv 文件'
  if (size > importBytes) return '文件超过20MB，请拆分后上传'
  return size === 0 ? '文件是空的，请重新选择' : undefined
}

interface TemplateButtonProps {
  target: ImportTargetRef
  title: string
  form: 'rows' | 'grid'
  label: string
}

function TemplateButton({ target, title, form, label }: TemplateButtonProps) {
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const downloadTemplate = async () => {
    setBusy(true)
    setRefusal(undefined)
    try {
      saveBlob(await getTemplate(target, form), `${title}导入${form === 'grid' ? '网格' : ''}模板.xlsx`)
    } catch (error) {
      setRefusal(getErrorMessage(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button icon={<Glyph of={DownloadOutlined} />} loading={isBusy} onClick={() => void downloadTemplate()}>
        {label}
      </Button>
      {refusal && (
        <span className={styles['wrong']} role="alert">
          {refusal}
        </span>
      )}
    </>
  )
}

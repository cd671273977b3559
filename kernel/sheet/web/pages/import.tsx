import { z } from 'zod'
import { usePageSearch } from '#packages/web/desk/page-search.tsx'
import { PageState } from '#packages/web/desk/page-state.tsx'
import { BatchPage } from '../components/batch-page.tsx'
import { UploadStep } from '../components/upload-step.tsx'
import type { GoTo } from '../components/import-location.ts'
import styles from '../components/card.module.css'

const isId = (id: string) => z.guid().safeParse(id).success

/** /baseData/Import?target=staff&orgId=…: the upload, with `preset` (term=…). ?batch=…: the steps of a started import. */
export default function ImportPage() {
  const { search, setSearch } = usePageSearch()
  const batchId = search.get('batch')
  const target = search.get('target')
  const orgId = search.get('orgId')
  const go: GoTo = (to, options) => setSearch(() => new URLSearchParams({ ...to }), options)
  if (batchId !== null) {
    const isMapping = search.get('step') === 'map'
    return isId(batchId) ? <BatchPage key={batchId} id={batchId} isMapping={isMapping} go={go} /> : <NoBatch />
  }
  const preset = search.get('preset') ?? ''
  if (target && orgId && isId(orgId)) return <UploadStep target={target} orgId={orgId} preset={preset} go={go} />
  return (
    <div className={styles['alone']}>
      <PageState status="empty" title="没有选择要导入什么" text="请从教师管理、组织机构等页面，点“导入”进入。" />
    </div>
  )
}

const NoBatch = () => (
  <div className={styles['alone']}>
    <PageState status="empty" title="批次不存在" text="它可能已被清除，或者不是您发起的导入。" />
  </div>
)

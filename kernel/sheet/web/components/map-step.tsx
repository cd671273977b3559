import { useState } from 'react'
import { useNavigate } from 'react-router'
import { Button } from '#packages/web/desk/button.tsx'
import { ImportFrame } from '#packages/web/desk/import-wizard/import-frame.tsx'
import { Checkbox } from '#packages/web/desk/list/checkbox.tsx'
import { mapColumns } from '../queries.ts'
import { stepTitles } from '../import-labels.ts'
import { DiscardDialog } from './discard-dialog.tsx'
import { MapAside } from './map-aside.tsx'
import { MapTable } from './map-table.tsx'
import { useMapping } from './column-mapping.ts'
import { StepError, InfoNote } from './notes.tsx'
import { toFrameFile, type ImportStepProps } from './step-props.ts'
import { useBatchAction } from './use-batch-action.ts'
import card from './card.module.css'

/** The second step: the column mapping. */
export function MapStep({ batch, facts, go }: ImportStepProps) {
  const navigate = useNavigate()
  const mapping = useMapping(batch.columns, facts)
  const [isRemembered, setRemembered] = useState(true)
  const [isDialogOpen, setDialogOpen] = useState(false)
  const { busy, refusal, act } = useBatchAction()
  const { id, target, orgId, status } = batch
  const leave = () => go({ target, orgId })
  const check = () => {
    const columns = mapping.columns.map(({ at, key }) => ({ at, key }))
    act(
      'map',
      () => mapColumns(id, columns, isRemembered),
      () => go({ batch: id }, { replace: true }),
    )
  }
  return (
    <ImportFrame
      title={`导入${facts.title}`}
      steps={stepTitles}
      at={1}
      file={toFrameFile(batch)}
      isSaved
      onBack={() => void navigate(facts.page)}
      foot={
        <>
          <Button
            type="primary"
            disabled={mapping.missing.length > 0 || mapping.hasDuplicates}
            loading={busy !== undefined}
            onClick={check}
          >
            下一步：检查
          </Button>
          <Button onClick={() => (status === 'mapping' ? leave() : go({ batch: id }))}>
            {status === 'mapping' ? '上一步' : '返回检查'}
          </Button>
          <Button type="text" onClick={() => setDialogOpen(true)}>
            取消导入
          </Button>
          <span className={card['right']}>
            <Checkbox isOn={isRemembered} onChange={() => setRemembered(!isRemembered)}>
              记住本校的字段匹配
            </Checkbox>
          </span>
        </>
      }
    >
      <InfoNote text={batch.message} />
      <StepError text={refusal} />
      {mapping.missing.length > 0 && (
        <StepError text={`缺少必填列：${mapping.missing.join('、')}。请在“系统字段”中选择，或补充到文件后重新上传`} />
      )}
      <div className={card['columns']}>
        <MapTable mapping={mapping} facts={facts} />
        <MapAside mapping={mapping} batch={batch} facts={facts} />
      </div>
      {isDialogOpen && <DiscardDialog {...batch} onClose={() => setDialogOpen(false)} onDone={leave} />}
    </ImportFrame>
  )
}

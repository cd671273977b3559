import { useState } from 'react'
import { useNavigate } from 'react-router'
import { Button } from '#packages/web/desk/button.tsx'
import { ImportFrame } from '#packages/web/desk/import-wizard/import-frame.tsx'
import { Tick } from '#packages/web/desk/list/tick.tsx'
import { mapColumns } from '../queries.ts'
import { stepTitles } from '../words.ts'
import { DiscardDialog } from './discard-dialog.tsx'
import { MapAside } from './map-aside.tsx'
import { MapTable } from './map-table.tsx'
import { useMapping } from './mapping.ts'
import { Refusal, Told } from './notes.tsx'
import { fileOf, type StepProps } from './step-props.ts'
import { useActing } from './use-acting.ts'
import card from './card.module.css'

/** The second step: which column is which. */
export function MapStep({ batch, facts, go }: StepProps) {
  const navigate = useNavigate()
  const mapping = useMapping(batch.columns, facts)
  const [isKept, setKept] = useState(true)
  const [isAsked, setAsked] = useState(false)
  const { busy, refusal, act } = useActing()
  const { id, target, orgId, status } = batch
  const leave = () => go({ target, orgId })
  const check = () => {
    const columns = mapping.columns.map(({ at, key }) => ({ at, key }))
    act(
      'map',
      () => mapColumns(id, columns, isKept),
      () => go({ batch: id }, { replace: true }),
    )
  }
  return (
    <ImportFrame
      title={`导入${facts.title}`}
      steps={stepTitles}
      at={1}
      file={fileOf(batch)}
      isSaved
      onBack={() => void navigate(facts.page)}
      foot={
        <>
          <Button
            type="primary"
            disabled={mapping.missing.length > 0 || mapping.hasTwins}
            loading={busy !== undefined}
            onClick={check}
          >
            下一步：检查
          </Button>
          <Button onClick={() => (status === 'mapping' ? leave() : go({ batch: id }))}>
            {status === 'mapping' ? '上一步' : '返回检查'}
          </Button>
          <Button type="text" onClick={() => setAsked(true)}>
            取消导入
          </Button>
          <span className={card['right']}>
            <Tick isOn={isKept} onChange={() => setKept(!isKept)}>
              记住本校的字段匹配
            </Tick>
          </span>
        </>
      }
    >
      <Told words={batch.words} />
      <Refusal words={refusal} />
      {mapping.missing.length > 0 && (
        <Refusal words={`缺少必填列：${mapping.missing.join('、')}。请在“系统字段”中选择，或补充到文件后重新上传`} />
      )}
      <div className={card['columns']}>
        <MapTable mapping={mapping} facts={facts} />
        <MapAside mapping={mapping} batch={batch} facts={facts} />
      </div>
      {isAsked && <DiscardDialog {...batch} onClose={() => setAsked(false)} onDone={leave} />}
    </ImportFrame>
  )
}

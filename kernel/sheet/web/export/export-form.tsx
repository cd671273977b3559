import { SafetyCertificateOutlined } from '@ant-design/icons'
import { Input } from 'antd'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { getErrorMessage } from '#packages/web/core/call-error.ts'
import { FactGrid } from '#packages/web/desk/fact-grid.tsx'
import { Button } from '#packages/web/desk/button.tsx'
import { FieldFormRow } from '#packages/web/desk/form/form-row.tsx'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { Checkbox } from '#packages/web/desk/list/checkbox.tsx'
import { oneTimeNotice, type ExportSourceFacts } from '../../contract.ts'
import { ColumnTicks } from './column-ticks.tsx'
import type { ExportDialogState } from './use-export-dialog.ts'
import styles from './export.module.css'

/** The columns and the reason of an export. */
export function ExportForm({ exporting, facts }: { exporting: ExportDialogState; facts: ExportSourceFacts }) {
  const { choice, preview } = exporting
  const form = useRef<HTMLDivElement>(null)
  // The columns are loaded after the dialog opened, so the focus is set now.
  useLayoutEffect(() => form.current?.querySelector('input')?.focus(), [])
  const needsReason = preview.data?.needsReason || choice.isWhole
  return (
    <div ref={form} className={styles['asked']}>
      <Extent exporting={exporting} facts={facts} />
      <ColumnTicks choice={choice} />
      {facts.maySensitive && facts.columns.some(({ isSensitive }) => isSensitive) && (
        <div className={styles['whole']}>
          <Checkbox
            isOn={choice.isWhole}
            isFixed={!choice.hasSensitive}
            onChange={({ target }) => choice.setWhole(target.checked)}
          >
            敏感列导出完整内容
          </Checkbox>
        </div>
      )}
      {needsReason && <Reason exporting={exporting} />}
    </div>
  )
}

/** The number of rows and the filter, described by the module that owns the list. */
function Extent({ exporting: { preview }, facts }: { exporting: ExportDialogState; facts: ExportSourceFacts }) {
  const { data, error, isError } = preview
  return (
    <div aria-live="polite">
      <FactGrid
        look="panel"
        facts={[
          {
            label: '范围',
            value: isError ? (
              <>
                {getErrorMessage(error)}
                <Button type="link" size="small" onClick={() => void preview.refetch()}>
                  重试
                </Button>
              </>
            ) : (
              (data?.description ?? '正在统计…') || '全部'
            ),
          },
          { label: '数量', value: data && `${data.count.toLocaleString()} ${facts.measure}` },
        ]}
      />
    </div>
  )
}

/** The requirements for exports of people: a reason and an approval. */
function Reason({ exporting: { choice, preview, reason, setReason, errors } }: { exporting: ExportDialogState }) {
  const part = useRef<HTMLDivElement>(null)
  const needsApproval = preview.data?.needsApproval ?? false
  // The field appears below and may be out of view; a just opened dialog starts at its top.
  useEffect(() => {
    if (choice.isWhole) part.current?.scrollIntoView({ block: 'nearest' })
  }, [needsApproval, choice.isWhole])
  useEffect(() => {
    if (errors.reason) part.current?.querySelector('textarea')?.focus()
  }, [errors.reason])
  return (
    <div ref={part} className={styles['asked']}>
      <FieldFormRow name="reason" label="导出原因" width="long" isGroup={false} isRequired error={errors.reason}>
        {(control) => (
          <Input.TextArea
            {...control}
            name="reason"
            rows={2}
            maxLength={200}
            placeholder="如 上报年度教师信息，审批人能看到"
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
        )}
      </FieldFormRow>
      {needsApproval && (
        <p className={styles['note']}>
          <Glyph of={SafetyCertificateOutlined} />
          需要另一位有审批权限的人员同意，提交时还需验证您的短信验证码。{choice.isWhole && `文件${oneTimeNotice}。`}
        </p>
      )}
    </div>
  )
}

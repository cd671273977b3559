import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { formatDate } from '#packages/web/core/format/time.ts'
import { Button } from '#packages/web/desk/button.tsx'
import { Dialog } from '#packages/web/desk/dialog.tsx'
import { ConfirmAction } from '#packages/web/desk/confirm-action.tsx'
import { FormDialog } from '#packages/web/desk/form/form-dialog.tsx'
import type { FormSpec } from '#packages/web/desk/form/form-spec.ts'
import { ActionPreviewPanel } from '#packages/web/desk/list/action-preview.tsx'
import type { ActionPreview } from '#packages/web/desk/list/list-spec.ts'
import { PageState } from '#packages/web/desk/page-state.tsx'
import { useToast } from '#packages/web/desk/toast.tsx'
import type { ClassTree } from '#kernel/schooling/contract.ts'
import { sendMergeClasses, fetchMergePreview, type MergeValues } from '../change-queries.ts'
import { classTreeQuery } from '../class-queries.ts'
import { studentKey } from '../student-tree.ts'

const schema = z
  .object({
    targetId: z.string().min(1, '请选择并入的班级'),
    sourceIds: z.array(z.string()).min(1, '请选择被并的班级').max(10, '一次最多并10个班'),
    on: z.iso.date('请填写并班日期'),
  })
  .refine(({ targetId, sourceIds }) => !sourceIds.includes(targetId), {
    path: ['sourceIds'],
    error: '被并的班级不能包含并入的班级',
  })

/** Only classes of one grade can be merged. */
export function createMergeForm({ grades }: ClassTree): FormSpec<MergeValues> {
  const options = (classes: ClassTree['grades'][number]['classes']) =>
    classes.map(({ id, label, count }) => ({ value: id, label: `${label}（${count} 人）` }))
  const besides = (targetId: string) =>
    grades
      .filter(({ classes }) => classes.some(({ id }) => id === targetId))
      .flatMap(({ classes }) => classes.filter(({ id }) => id !== targetId))
  return {
    schema,
    initial: () => ({ targetId: '', sourceIds: [], on: formatDate(new Date()) }),
    sections: [
      {
        fields: [
          {
            name: 'targetId',
            label: '并入班级',
            kind: 'select',
            required: true,
            options: options(grades.flatMap(({ classes }) => classes)),
          },
          {
            name: 'sourceIds',
            label: '被并班级',
            kind: 'multi',
            required: true,
            hint: '同一年级的其他班级',
            options: ({ targetId }) => options(besides(targetId)),
            when: ({ targetId }) => targetId !== '',
          },
          { name: 'on', label: '并班日期', kind: 'date', required: true },
        ],
      },
    ],
  }
}

/** Merges several classes: choose, preview, apply. */
export default function MergeDialog({ onClose }: { onClose: () => void }) {
  const { data, error, refetch } = useQuery(classTreeQuery(null))
  const [previewed, setPreviewed] = useState<{ values: MergeValues; preview: ActionPreview }>()
  const [values, setValues] = useState<MergeValues>()
  if (previewed) return <MergePreview {...previewed} onBack={() => setPreviewed(undefined)} onClose={onClose} />
  if (!data) {
    return (
      <Dialog title="并班" size="form" onClose={onClose} foot={<Button onClick={onClose}>取消</Button>}>
        {error ? (
          <PageState status="failed" error={error} onRetry={() => void refetch()} />
        ) : (
          <PageState status="loading" />
        )}
      </Dialog>
    )
  }
  return (
    <FormDialog
      title="并班"
      form={createMergeForm(data)}
      initial={values}
      submitLabel="下一步"
      submit={async (answers) => {
        const preview = await fetchMergePreview(answers)
        setValues(answers)
        setPreviewed({ values: answers, preview })
      }}
      onSent={() => {}}
      onClose={onClose}
    />
  )
}

interface MergePreviewProps {
  values: MergeValues
  preview: ActionPreview
  onBack: () => void
  onClose: () => void
}

function MergePreview({ values, preview, onBack, onClose }: MergePreviewProps) {
  const toast = useToast()
  const client = useQueryClient()
  const run = async () => {
    const count = await sendMergeClasses(values)
    toast.success(count > 0 ? `已并班，${count.toLocaleString()} 人调入` : '已并班')
    await client.invalidateQueries({ queryKey: studentKey })
  }
  return (
    <ConfirmAction
      title={`并班：${values.sourceIds.length} 个班`}
      size="form"
      submitLabel={preview.count > 0 ? `并班（${preview.count.toLocaleString()} 人）` : '并班'}
      obstacle={preview.obstacle}
      submit={run}
      cancelLabel="上一步"
      onCancel={onBack}
      onClose={onClose}
    >
      {preview.count > 0 ? (
        <ActionPreviewPanel preview={preview} action="并班" noun={{ name: '学生', measure: '名' }} />
      ) : (
        preview.obstacle === undefined && <p>{`被并的班级没有学生，从 ${values.on} 起关闭。`}</p>
      )}
    </ConfirmAction>
  )
}

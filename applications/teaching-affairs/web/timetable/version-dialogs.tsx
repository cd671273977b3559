import { useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import type { TimetableRow } from '#engines/timetable/contract.ts'
import type { Term } from '#kernel/schooling/contract.ts'
import { ConfirmAction } from '#packages/web/desk/confirm-action.tsx'
import { FormDialog } from '#packages/web/desk/form/form-dialog.tsx'
import type { FormSpec } from '#packages/web/desk/form/form-spec.ts'
import { useToast } from '#packages/web/desk/toast.tsx'
import { createVersion, fillVersion, removeVersion, renameVersion, timetableKey } from './timetable-queries.ts'

const name = z.string().trim().min(1, '请填写名称').max(40, '名称不超过40字')
const nameField = { name: 'name', label: '名称', kind: 'text', width: 'long', required: true } as const

/** Instead of a version to copy. */
const fromTeaching = 'teaching'
const createForm = z.object({ name, copyId: z.string() })
type CreateValues = z.output<typeof createForm>

interface CreateProps {
  orgId: string
  term: Term
  versions: readonly TimetableRow[]
  /** The version that was chosen to be copied. */
  copyId: string | undefined
  onCreated: (id: string) => void
  onClose: () => void
}

/** 新建课表: from the assignments, or with the places of another version. */
export function CreateDialog({ orgId, term, versions, copyId = fromTeaching, onCreated, onClose }: CreateProps) {
  const client = useQueryClient()
  const toast = useToast()
  const form: FormSpec<CreateValues> = {
    schema: createForm,
    initial: () => ({ name: getNextName(term, versions), copyId }),
    sections: [
      {
        fields: [
          nameField,
          {
            name: 'copyId',
            label: '课程',
            kind: 'select',
            width: 'long',
            required: true,
            options: [
              { value: fromTeaching, label: '按任课安排，全部待排' },
              ...versions.map(({ id, name: of }) => ({ value: id, label: `复制“${of}”` })),
            ],
          },
        ],
      },
    ],
  }
  const submit = async (values: CreateValues) => {
    const { id } = await createVersion({
      termId: term.id,
      orgId,
      name: values.name,
      copyId: values.copyId === fromTeaching ? null : values.copyId,
    })
    toast.success('已新建课表')
    await client.invalidateQueries({ queryKey: timetableKey })
    onCreated(id)
  }
  return <FormDialog title="新建课表" form={form} submit={submit} submitLabel="新建" onClose={onClose} />
}

/** 2026学年第一学期课表2, after those that there are. */
export function getNextName({ name: term }: Term, versions: readonly TimetableRow[]) {
  const names = new Set(versions.map((version) => version.name))
  const first = `${term}课表`
  if (!names.has(first)) return first
  for (let number = 2; ; number++) if (!names.has(first + number)) return first + number
}

interface VersionProps {
  version: Pick<TimetableRow, 'id' | 'name' | 'version' | 'lessons'>
  onClose: () => void
}

const renameForm = z.object({ name })

export function RenameDialog({ version, onClose }: VersionProps) {
  const client = useQueryClient()
  const toast = useToast()
  const submit = async (values: z.output<typeof renameForm>) => {
    await renameVersion({ id: version.id, name: values.name, version: version.version })
    toast.success('已重命名')
    await client.invalidateQueries({ queryKey: timetableKey })
  }
  return (
    <FormDialog
      title="重命名课表"
      form={{ schema: renameForm, initial: () => ({ name: version.name }), sections: [{ fields: [nameField] }] }}
      submit={submit}
      onClose={onClose}
    />
  )
}

interface DeleteProps extends VersionProps {
  onDeleted?: () => void
}

export const DeleteDialog = ({ version, onDeleted, onClose }: DeleteProps) => (
  <ConfirmAction
    title="删除草稿"
    submitLabel="删除"
    isDanger
    submit={() => removeVersion(version.id)}
    done="已删除"
    queryKey={timetableKey}
    onSent={onDeleted ?? onClose}
    onClose={onClose}
  >
    <p>{`删除“${version.name}”，其中 ${version.lessons.toLocaleString()} 节课的编排不能恢复。`}</p>
  </ConfirmAction>
)

/** 按任课更新: what has changed in the assignments since the draft was made. */
export function FillDialog({ version, onClose }: VersionProps) {
  const toast = useToast()
  const fill = async () => {
    const { added, removed } = await fillVersion(version.id)
    const said = [added > 0 && `新增 ${added} 节`, removed > 0 && `移除 ${removed} 节`].filter(Boolean).join('，')
    toast.success(said || '与任课一致，没有变化')
  }
  return (
    <ConfirmAction title="按任课更新" submitLabel="更新" submit={fill} queryKey={timetableKey} onClose={onClose}>
      <p>补上任课安排中新增的课，放入待排；移除已经没有人教的课。其余的课位置不变。</p>
    </ConfirmAction>
  )
}

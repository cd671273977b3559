import { useState } from 'react'
import { z } from 'zod'
import { NoticeDialog } from '#packages/web/desk/notice-dialog.tsx'
import { ConfirmAction } from '#packages/web/desk/confirm-action.tsx'
import { FormDialog } from '#packages/web/desk/form/form-dialog.tsx'
import type { FormSpec } from '#packages/web/desk/form/form-spec.ts'
import type { DialogPage } from '#packages/web/desk/list/list-spec.ts'
import {
  mergeForm,
  orgTypes,
  type MergeForm,
  type MergePreview,
  type Organisation,
  type OrgType,
} from '../../contract.ts'
import { mergeOrganisations, previewMerge } from '../change-queries.ts'
import OrgPicker from '../pickers/org-picker.tsx'
import { TypedName } from '#packages/web/desk/typed-name.tsx'
import { MergeContents } from './merge-contents.tsx'

const schema = mergeForm.extend({ toId: z.guid('请选择并入的机构') })
const allTypes = Object.keys(orgTypes) as OrgType[]
/** A school merges into a school, an institution into an institution. */
const listMergeTypes = ({ type }: Organisation) =>
  allTypes.filter((one) => (orgTypes[type].switchable ? orgTypes[one].switchable : one === type))

const getMergeForm = (row: Organisation): FormSpec<MergeForm> => ({
  schema,
  initial: () => ({ fromId: row.id, toId: '' }),
  sections: [
    {
      fields: [
        {
          name: 'toId',
          label: '并入',
          kind: 'custom',
          required: true,
          hint: `${row.name}的人员、部门和数据转入所选机构，此后不再单独存在`,
          draw: (props) => <OrgPicker {...props} isOpen kinds={listMergeTypes(row)} without={row.id} />,
        },
      ],
    },
  ],
})

/** Merges one organisation into another: choice, preview, typed name, result. */
export default function MergeDialog({ row, page }: { row: Organisation; page: DialogPage }) {
  const [form] = useState(() => getMergeForm(row))
  const [values, setValues] = useState<MergeForm>()
  const [preview, setPreview] = useState<MergePreview>()
  const [result, setResult] = useState<MergePreview>()
  const title = `合并：${row.name}`
  if (result) return <MergeDone title={title} result={result} onClose={page.close} />
  if (!preview || !values) {
    return (
      <FormDialog
        title={title}
        form={form}
        initial={values}
        submit={async (answers) => {
          setPreview(await previewMerge(answers))
          setValues(answers)
        }}
        submitLabel="下一步"
        onSent={() => {}}
        onClose={page.close}
      />
    )
  }
  const merge = async () => {
    setResult(await mergeOrganisations(values))
    void page.refresh()
  }
  return (
    <MergeCheck
      title={title}
      preview={preview}
      onBack={() => setPreview(undefined)}
      onMerge={merge}
      onClose={page.close}
    />
  )
}

interface CheckProps {
  title: string
  preview: MergePreview
  onBack: () => void
  onMerge: () => Promise<void>
  onClose: () => void
}

function MergeCheck({ title, preview, onBack, onMerge, onClose }: CheckProps) {
  const [typed, setTyped] = useState('')
  const isStopped = preview.obstacles.length > 0
  return (
    <ConfirmAction
      title={title}
      size="form"
      submitLabel="合并"
      isDanger
      isDisabled={isStopped || typed.trim() !== preview.from.name}
      submit={onMerge}
      onSent={() => {}}
      hasFields
      cancelLabel="上一步"
      onCancel={onBack}
      onClose={onClose}
    >
      <MergeContents preview={preview} />
      {!isStopped && (
        <TypedName lead="合并后不能撤销。请输入" name={preview.from.name} value={typed} onChange={setTyped} />
      )}
    </ConfirmAction>
  )
}

function MergeDone({ title, result, onClose }: { title: string; result: MergePreview; onClose: () => void }) {
  return (
    <NoticeDialog title={title} size="form" onClose={onClose}>
      <MergeContents preview={result} isDone />
    </NoticeDialog>
  )
}

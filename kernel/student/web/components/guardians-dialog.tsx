import { z } from 'zod'
import { FormDialog } from '#packages/web/desk/form/form-dialog.tsx'
import type { FormSpec } from '#packages/web/desk/form/form-spec.ts'
import { useToast } from '#packages/web/desk/toast.tsx'
import { guardianForm, type Guardian, type GuardianForm, type StudentDetail } from '../../contract.ts'
import { sendGuardians } from '../student-queries.ts'
import { GuardianRows, type GuardianEntry } from './guardian-rows.tsx'

interface GuardiansValues {
  guardians: GuardianEntry[]
}

/** The form of an entry, without a phone that was not edited. */
export const toGuardianForm = ({ masked: _, isBound: __, phone, ...entry }: GuardianEntry): GuardianForm => ({
  ...entry,
  ...(phone !== undefined && { phone }),
})

/** An existing guardian as an editable entry. The phone stays until another one is typed. */
export const toGuardianEntry = ({
  id,
  name,
  relation,
  phone,
  isPrimary,
  isEmergency,
  ...one
}: Guardian): GuardianEntry => ({
  id,
  name,
  relation,
  isPrimary,
  isEmergency,
  masked: phone,
  version: one.version,
  restriction: one.restriction ?? 'none',
  isBound: one.status === 'active',
})

const schema = z.custom<GuardiansValues>().superRefine(({ guardians }, context) => {
  for (const entry of guardians) {
    const [issue] = guardianForm.safeParse(toGuardianForm(entry)).error?.issues ?? []
    if (issue) return context.addIssue({ code: 'custom', path: ['guardians'], message: issue.message })
  }
  if (guardians.some(({ phone, masked }) => phone || (phone === undefined && masked))) return
  context.addIssue({ code: 'custom', path: ['guardians'], message: '请填写监护人电话' })
})

const createGuardiansForm = (): FormSpec<GuardiansValues> => ({
  schema,
  initial: () => ({ guardians: [] }),
  sections: [
    {
      fields: [
        {
          name: 'guardians',
          label: '监护人',
          kind: 'custom',
          width: 'long',
          required: true,
          hint: '监护限制只有班主任和管理人员能看到',
          draw: ({ value, onChange }) => (
            <GuardianRows value={value as GuardianEntry[]} onChange={onChange} hasRestriction />
          ),
        },
      ],
    },
  ],
})

interface Props {
  detail: StudentDetail
  onSaved: () => void
  onClose: () => void
}

/** Edits all guardians of a pupil at once; omitted ones are removed. */
export default function GuardiansDialog({ detail, onSaved, onClose }: Props) {
  const toast = useToast()
  const submit = async ({ guardians }: GuardiansValues) => {
    await sendGuardians(detail.id, guardians.map(toGuardianForm))
    toast.success('已保存监护人')
    onSaved()
  }
  return (
    <FormDialog
      title={`监护人：${detail.name}`}
      form={createGuardiansForm()}
      initial={{ guardians: detail.guardians.filter(({ status }) => status !== 'ended').map(toGuardianEntry) }}
      submit={submit}
      onClose={onClose}
    />
  )
}

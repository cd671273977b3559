import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ControlProps } from '#packages/web/desk/form/controls/control-props.ts'
import { mayBeChildOf, orgTypes, type Organisation, type OrgType } from '../../contract.ts'
import { unitQuery } from '../pickers/picker-tree.ts'
import OrgPicker from '../pickers/org-picker.tsx'

const allTypes = Object.keys(orgTypes) as OrgType[]

/** Chooses the new parent of an organisation. */
export default function ParentPicker({ row, ...props }: ControlProps & { row: Organisation }) {
  const client = useQueryClient()
  const isDepartment = row.type === 'department'
  // People belong to the organisation of their department, so a department stays in it.
  const unit = useQuery({ ...unitQuery(client, row), enabled: isDepartment })
  if (isDepartment && !unit.data) return null
  const kinds = allTypes.filter((type) => mayBeChildOf(row.type, type))
  return isDepartment ? (
    <OrgPicker {...props} isOpen within={unit.data} withSelf without={row.id} />
  ) : (
    <OrgPicker {...props} isOpen kinds={kinds} without={row.id} />
  )
}

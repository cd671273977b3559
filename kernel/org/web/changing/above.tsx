import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ControlProps } from '#packages/web/desk/form/controls/control.ts'
import { mayStandUnder, orgTypes, type Organisation, type OrgType } from '../../contract.ts'
import { unitOf } from '../picking/nodes.ts'
import OrgPicker from '../picking/org-picker.tsx'

const allTypes = Object.keys(orgTypes) as OrgType[]

/** What an organisation may stand under, to be chosen. */
export default function Above({ row, ...props }: ControlProps & { row: Organisation }) {
  const client = useQueryClient()
  const isDepartment = row.type === 'department'
  // People belong to the organisation of their department, so a department stays in it.
  const unit = useQuery({ ...unitOf(client, row), enabled: isDepartment })
  if (isDepartment && !unit.data) return null
  const kinds = allTypes.filter((type) => mayStandUnder(row.type, type))
  return isDepartment ? (
    <OrgPicker {...props} isOpen within={unit.data} withSelf without={row.id} />
  ) : (
    <OrgPicker {...props} isOpen kinds={kinds} without={row.id} />
  )
}

import type { ControlProps } from '#packages/web/desk/form/controls/control.ts'
import { FoundSelect } from '#packages/web/desk/form/controls/found.tsx'
import type { User } from '../../contract.ts'
import { foundPeople } from '../queries.ts'
import { departmentOf } from '../words.ts'

const labelOf = (row: User) => [row.name, departmentOf(row), row.number].filter(Boolean).join('　')

interface Props extends ControlProps {
  /** Only who works there; otherwise whoever is within reach. */
  orgId?: string
}

/** One colleague, found by name, initials, number or the end of a phone number. The value is the id of the place. */
export const PersonPicker = ({ orgId, placeholder = '姓名、拼音首字母、工号或手机后四位', ...props }: Props) => (
  <FoundSelect
    {...props}
    placeholder={placeholder}
    find={(keyword) => foundPeople(keyword, orgId ?? null)}
    labelOf={labelOf}
  />
)

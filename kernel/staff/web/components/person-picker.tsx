import type { ControlProps } from '#packages/web/desk/form/controls/control-props.ts'
import { SearchSelect } from '#packages/web/desk/form/controls/search-select.tsx'
import type { User } from '../../contract.ts'
import { foundPeopleQuery } from '../staff-queries.ts'
import { getDepartmentLabel } from '../staff-labels.ts'

const labelOf = (row: User) => [row.name, getDepartmentLabel(row), row.number].filter(Boolean).join('　')

interface Props extends ControlProps {
  /** Limits the search to this organisation; otherwise the whole scope. */
  orgId?: string
}

/** Selects a colleague by name, initials, number or end of the phone number. The value is the membership id. */
export const PersonPicker = ({ orgId, placeholder = '姓名、拼音首字母、工号或手机后四位', ...props }: Props) => (
  <SearchSelect
    {...props}
    placeholder={placeholder}
    find={(keyword) => foundPeopleQuery(keyword, orgId ?? null)}
    labelOf={labelOf}
  />
)

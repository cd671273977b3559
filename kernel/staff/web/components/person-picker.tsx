import type { ControlProps } from '#packages/web/desk/form/controls/control-props.ts'
import { SearchSelect } from '#packages/web/desk/form/controls/search-select.tsx'
import type { User } from '../../contract.ts'
import { foundPeopleQuery } from '../staff-queries.ts'
import { getDepartmentLabel } from '../staff-labels.ts'

const labelOf = (row: User) => [row.name, getDepartmentLabel(row), row.number].filter(Boolean).join('　')

interface Props extends ControlProps {
  /** Only who works there; otherwise whoever is within reach. */
  orgId?: string
}

/** One colleague, found by name, initials, number or the end of a phone number. The value is the id of the place. */
export const PersonPicker = ({ orgId, placeholder = '姓名、拼音首字母、工号或手机后四位', ...props }: Props) => (
  <SearchSelect
    {...props}
    placeholder={placeholder}
    find={(keyword) => foundPeopleQuery(keyword, orgId ?? null)}
    labelOf={labelOf}
  />
)

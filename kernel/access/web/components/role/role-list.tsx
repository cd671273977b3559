import { PlainSelect } from '#packages/web/desk/plain-select.tsx'
import { SplitList } from '#packages/web/desk/split-page/split-list.tsx'
import type { Role } from '../../../contract.ts'

interface Props {
  roles: readonly Role[]
  chosen: string | undefined
  onChoose: (id: string) => void
}

/** The organisation's own roles come first: they are few and are edited most. */
const groupRoles = (roles: readonly Role[]) =>
  [
    { title: '本单位角色', roles: roles.filter(({ orgId }) => orgId !== null) },
    { title: '本区角色', roles: roles.filter(({ orgId }) => orgId === null) },
  ].filter((group) => group.roles.length > 0)

export const getFirstRole = (roles: readonly Role[]) => groupRoles(roles)[0]?.roles[0]

/** Instead of the list on phones and with large text, where it would fill a screen before the first permission. */
export const RoleSelect = ({ roles, chosen, onChoose }: Props) => (
  <PlainSelect
    label="角色"
    value={chosen ?? ''}
    placeholder="请选择角色"
    options={groupRoles(roles).flatMap((group) =>
      group.roles.map(({ id, name, memberCount }) => ({
        value: id,
        label: `${name}（${memberCount.toLocaleString()} 人）`,
      })),
    )}
    onChange={onChoose}
  />
)

export const RoleList = ({ roles, chosen, onChoose }: Props) => (
  <SplitList
    label="角色"
    isNarrow
    groups={groupRoles(roles).map(({ title, roles: those }) => ({
      key: title,
      title,
      items: those.map(({ id, name, memberCount }) => ({
        key: id,
        label: name,
        note: `${memberCount.toLocaleString()} 人`,
      })),
    }))}
    chosen={chosen}
    onChoose={onChoose}
  />
)

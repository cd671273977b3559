import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { NoticeDialog } from '#packages/web/desk/notice-dialog.tsx'
import { PageState } from '#packages/web/desk/page-state.tsx'
import { PlainSelect } from '#packages/web/desk/plain-select.tsx'
import type { RoleDetail } from '../../../contract.ts'
import {
  listChangedCodes,
  listChangedFields,
  getScopeTitle,
  getRoleState,
  type RoleDraftState,
} from '../../role-model.ts'
import { functionsQuery, roleDetailQuery, type FunctionCatalogue, type OrgRoles } from '../../role-queries.ts'
import styles from './dialogs.module.css'

interface Props {
  detail: RoleDetail
  roles: OrgRoles
  onClose: () => void
}

/** The differences between two roles. */
export default function CompareDialog({ detail, roles, onClose }: Props) {
  const others = roles.roles.filter(({ id }) => id !== detail.id)
  const [otherId, setOtherId] = useState(findNeighbour(detail, roles)?.id ?? '')
  const other = useQuery({ ...roleDetailQuery(otherId), enabled: otherId !== '' })
  const { data: known } = useQuery(functionsQuery)
  return (
    <NoticeDialog title={`对比角色：${detail.name}`} size="panes" closeLabel="关闭" onClose={onClose}>
      <div className={styles['asked']}>
        <PlainSelect
          data-first=""
          label="与哪个角色对比"
          value={otherId}
          options={others.map(({ id, name, orgName }) => ({
            value: id,
            label: orgName ? `${name}（${orgName}）` : name,
          }))}
          onChange={setOtherId}
        />
      </div>
      {other.isError ? (
        <PageState status="failed" error={other.error} onRetry={() => void other.refetch()} />
      ) : other.data && known ? (
        <Differences one={detail} other={other.data} known={known} />
      ) : (
        otherId !== '' && <PageState status="loading" />
      )}
    </NoticeDialog>
  )
}

/** The next role in the list, which is compared more often than the first. */
function findNeighbour({ id }: RoleDetail, { roles }: OrgRoles) {
  const at = roles.findIndex((role) => role.id === id)
  return roles[at + 1] ?? roles[at - 1]
}

function Differences({ one, other, known }: { one: RoleDetail; other: RoleDetail; known: FunctionCatalogue }) {
  const [mine, theirs] = [getRoleState(one), getRoleState(other)]
  const codes = new Set(listChangedCodes(mine, theirs))
  const fields = new Set(listChangedFields(mine, theirs))
  const rows = [
    ...known.modules.flatMap(({ functions }) =>
      functions
        .filter(({ code }) => codes.has(code))
        .map(({ code, title }) => ({ code, title, mine: scopeText(mine, code), theirs: scopeText(theirs, code) })),
    ),
    ...known.fields
      .filter(({ code }) => fields.has(code))
      .map(({ code, title }) => ({
        code,
        title: `字段：${title}`,
        mine: mine.hidden.has(code) ? undefined : '显示',
        theirs: theirs.hidden.has(code) ? undefined : '显示',
      })),
  ]
  if (rows.length === 0) return <PageState status="empty" title="两个角色的功能和字段相同" />
  return (
    <table className={styles['table']}>
      <thead>
        <tr>
          <th scope="col">有差别的 {rows.length} 项</th>
          <th scope="col">{one.name}</th>
          <th scope="col">{other.name}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.code}>
            <th scope="row">{row.title}</th>
            <HeldCell text={row.mine} />
            <HeldCell text={row.theirs} />
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const HeldCell = ({ text }: { text: string | undefined }) =>
  text === undefined ? <td className={styles['absent']}>没有</td> : <td>{text}</td>

function scopeText({ held }: RoleDraftState, code: string) {
  const roleScope = held.get(code)
  if (!roleScope) return undefined
  return roleScope.scope === 'listed-orgs'
    ? `${getScopeTitle(roleScope.scope)}（${roleScope.orgIds.length} 个）`
    : getScopeTitle(roleScope.scope)
}

import { ClockCircleOutlined, PlusOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Input } from 'antd'
import { useState } from 'react'
import { silentClear } from '#packages/web/desk/clear-icon.tsx'
import { Button } from '#packages/web/desk/button.tsx'
import { InitialsAvatar } from '#packages/web/desk/initials-avatar.tsx'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { PageState } from '#packages/web/desk/page-state.tsx'
import { Pager } from '#packages/web/desk/pager.tsx'
import { RowStatusTag } from '#packages/web/desk/list/columns.tsx'
import { createStatusLook } from '#packages/web/desk/status-look.ts'
import { memberStates, type RoleDetail, type RoleMember } from '../../../contract.ts'
import { roleMembersQuery, roleKey, setRoleMembers } from '../../role-queries.ts'
import { useDebouncedText } from '../people-select.tsx'
import { AddMembersDialog } from './add-members-dialog.tsx'
import { AudienceDialog } from './audience-dialog.tsx'
import { RoleAudiences } from './audiences.tsx'
import { ConfirmAction } from '#packages/web/desk/confirm-action.tsx'
import { dateRangeText } from './date-range-text.ts'
import { MemberSheets } from './member-sheets.tsx'
import styles from './members.module.css'

const pageSize = 20

interface Props {
  detail: RoleDetail
  /** The organisation whose roles are shown. */
  orgId: string
  isPhone: boolean
}

/** Holders of the role, by name and by audience. */
export function RoleMembers({ detail, orgId, isPhone }: Props) {
  const [typed, setTyped] = useState('')
  const keyword = useDebouncedText(typed.trim())
  const [pageState, setPageState] = useState({ keyword, page: 1 })
  const page = pageState.keyword === keyword ? pageState.page : 1
  const [adding, setAdding] = useState<'people' | 'audience'>()
  const [leaving, setLeaving] = useState<RoleMember>()
  const query = useQuery({
    ...roleMembersQuery({ id: detail.id, keyword, pageNumber: page, pageSize }),
    placeholderData: (before) => before,
  })
  const { data, isError, error, refetch } = query
  return (
    <div className={styles['members']}>
      <RoleAudiences detail={detail} />
      <div className={styles['line']}>
        <h3 className={styles['heading']}>按人分配</h3>
        <Input
          type="search"
          className={styles['search']!}
          aria-label="查找成员"
          placeholder="查找成员"
          allowClear={silentClear}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        <MemberSheets roleId={detail.id} orgId={detail.mayAssign ? orgId : undefined} isPhone={isPhone} />
        {detail.mayAssign && (
          <>
            <Button onClick={() => setAdding('audience')}>按单位或岗位分配</Button>
            <Button icon={<Glyph of={PlusOutlined} />} onClick={() => setAdding('people')}>
              分配给人员
            </Button>
          </>
        )}
      </div>
      {isError ? (
        <PageState status="failed" error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <PageState status="loading" />
      ) : data.items.length === 0 ? (
        keyword ? (
          <PageState status="noMatch" title="没有找到成员" onClear={() => setTyped('')} />
        ) : (
          <PageState status="empty" title="还没有按人分配的成员" text="可以分配给人员，也可以按单位或岗位分配。" />
        )
      ) : (
        <Table members={data.items} isPhone={isPhone} onRemove={setLeaving} />
      )}
      {data && data.itemCount > pageSize && (
        <div className={styles['pager']}>
          <Pager
            current={page}
            pageSize={pageSize}
            total={data.itemCount}
            isSimple={isPhone}
            onChange={(next) => setPageState({ keyword, page: next })}
          />
        </div>
      )}
      {adding === 'people' && <AddMembersDialog detail={detail} onClose={() => setAdding(undefined)} />}
      {adding === 'audience' && <AudienceDialog detail={detail} onClose={() => setAdding(undefined)} />}
      {leaving && <RemoveDialog detail={detail} member={leaving} onClose={() => setLeaving(undefined)} />}
    </div>
  )
}

const getStateLook = createStatusLook(memberStates, { waiting: ClockCircleOutlined })

interface TableProps {
  members: readonly RoleMember[]
  isPhone: boolean
  onRemove: (member: RoleMember) => void
}

function Table({ members, isPhone, onRemove }: TableProps) {
  const remove = (member: RoleMember) =>
    member.mayRemove && (
      <Button type="link" size="small" aria-label={`移除 ${member.name}`} onClick={() => onRemove(member)}>
        移除
      </Button>
    )
  if (isPhone)
    return (
      <ul>
        {members.map((member) => (
          <li key={member.userId} className={styles['card']}>
            <InitialsAvatar name={member.name} size="row" />
            <div className={styles['words']}>
              <p>
                <strong>{member.name}</strong> <RowStatusTag status={getStateLook(member.state)} />
              </p>
              <p className={styles['about']}>{[unitText(member), member.post].filter(Boolean).join('，')}</p>
              <p className={styles['about']}>{dateRangeText(member)}</p>
            </div>
            {remove(member)}
          </li>
        ))}
      </ul>
    )
  return (
    <table className={styles['table']}>
      <thead>
        <tr>
          <th scope="col">姓名</th>
          <th scope="col">单位和部门</th>
          <th scope="col">职务</th>
          <th scope="col">有效期</th>
          <th scope="col">状态</th>
          <th scope="col">授予人</th>
          <th scope="col">操作</th>
        </tr>
      </thead>
      <tbody>
        {members.map((member) => (
          <tr key={member.userId} data-off={member.state === 'over' || undefined}>
            <td>
              <span className={styles['person']}>
                <InitialsAvatar name={member.name} size="row" />
                {member.name}
              </span>
            </td>
            <td>{unitText(member)}</td>
            <td>{member.post || '—'}</td>
            <td>{dateRangeText(member)}</td>
            <td>
              <RowStatusTag status={getStateLook(member.state)} />
            </td>
            <td>{member.grantor || '—'}</td>
            <td>{remove(member) || '—'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const unitText = ({ orgName, departmentName }: RoleMember) => [orgName, departmentName].filter(Boolean).join(' / ')

interface RemoveProps {
  detail: RoleDetail
  member: RoleMember
  onClose: () => void
}

function RemoveDialog({ detail, member, onClose }: RemoveProps) {
  return (
    <ConfirmAction
      title={`移除成员：${member.name}`}
      submitLabel="移除"
      isDanger
      submit={() => setRoleMembers({ id: detail.id, add: [], remove: [member.userId], from: null, to: null })}
      done={`已移除${member.name}`}
      queryKey={roleKey}
      onClose={onClose}
    >
      <p>{`${member.name}将立即失去“${detail.name}”给予的功能，会收到通知。`}</p>
    </ConfirmAction>
  )
}

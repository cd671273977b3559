import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { InitialsAvatar } from '#packages/web/desk/initials-avatar.tsx'
import { PageState } from '#packages/web/desk/page-state.tsx'
import { Pager } from '#packages/web/desk/pager.tsx'
import { recordHoldersQuery, type RecordHolders } from '../../explain-access-queries.ts'
import type { AccessQuestion, QuestionProps } from './access-question.ts'
import { RecordFields } from './record-fields.tsx'
import list from './holders.module.css'
import styles from './question.module.css'

const pageSize = 20

/** Who has a permission for a record. */
export function HoldersQuestion({ question, isPhone, onChange }: QuestionProps) {
  const { kind, recordId, permission, field } = question
  const isWhole = recordId !== null && kind !== '' && permission !== ''
  const about = `${kind} ${recordId} ${permission} ${field}`
  const [pageState, setPageState] = useState({ about, page: 1 })
  const page = pageState.about === about ? pageState.page : 1
  const { data, isError, error, refetch } = useQuery({
    ...recordHoldersQuery({ kind, recordId: recordId ?? '', permission, field, pageNumber: page, pageSize }),
    enabled: isWhole,
    placeholderData: (before) => before,
  })
  return (
    <>
      <div className={styles['line']}>
        <RecordFields question={question} isPhone={isPhone} onChange={onChange} known={data?.record} />
      </div>
      {!isWhole ? (
        <PageState status="empty" title="请选择数据" text="选择后会列出能操作它的全部人员。" />
      ) : isError ? (
        <PageState status="failed" error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <PageState status="loading" />
      ) : data.items.length === 0 ? (
        <PageState
          status="empty"
          title={data.outside > 0 ? '您管理的人员都不能这样操作' : '没有人能这样操作该数据'}
          text={data.outside > 0 ? outsideText(data.outside) : undefined}
        />
      ) : (
        <>
          <p className={list['total']}>
            共 {data.itemCount.toLocaleString()} 人{data.outside > 0 && `，${outsideText(data.outside)}`}
          </p>
          <People of={data.items} question={question} isPhone={isPhone} />
          {data.itemCount > pageSize && (
            <div className={list['pager']}>
              <Pager
                current={page}
                pageSize={pageSize}
                total={data.itemCount}
                isSimple={isPhone}
                onChange={(next) => setPageState({ about, page: next })}
              />
            </div>
          )}
        </>
      )}
    </>
  )
}

const outsideText = (count: number) => `另有 ${count.toLocaleString()} 人不在您的管理范围内`

function explainLink({ kind, recordId, permission, field }: AccessQuestion, userId: string) {
  const query = { ask: 'why', userId, kind, recordId: recordId ?? '', permission, ...(field ? { field } : {}) }
  return `/systemSet/Access?${new URLSearchParams(query).toString()}`
}

interface PeopleProps {
  of: RecordHolders['items']
  question: AccessQuestion
  isPhone: boolean
}

function People({ of, question, isPhone }: PeopleProps) {
  const why = (userId: string, name: string) => (
    <Link to={explainLink(question, userId)} aria-label={`原因 ${name}`}>
      原因
    </Link>
  )
  if (isPhone)
    return (
      <ul>
        {of.map(({ userId, name, orgName, post, roles, scopes }) => (
          <li key={userId} className={list['card']}>
            <InitialsAvatar name={name} size="row" />
            <div className={list['grow']}>
              <p>
                <strong>{name}</strong>
                <span className={list['about']}>{[orgName, post].filter(Boolean).join('　')}</span>
              </p>
              <p className={list['about']}>
                {roles.join('、')}：{scopes.join('、')}
              </p>
            </div>
            {why(userId, name)}
          </li>
        ))}
      </ul>
    )
  return (
    <table className={list['table']}>
      <thead>
        <tr>
          <th scope="col">姓名</th>
          <th scope="col">单位</th>
          <th scope="col">职务</th>
          <th scope="col">角色</th>
          <th scope="col">范围</th>
          <th scope="col">操作</th>
        </tr>
      </thead>
      <tbody>
        {of.map(({ userId, name, orgName, post, roles, scopes }) => (
          <tr key={userId}>
            <td>
              <span className={list['person']}>
                <InitialsAvatar name={name} size="row" />
                {name}
              </span>
            </td>
            <td>{orgName}</td>
            <td>{post || '—'}</td>
            <td>{roles.join('、')}</td>
            <td>{scopes.join('、')}</td>
            <td>{why(userId, name)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

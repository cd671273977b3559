import { useQueries, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSession } from '#packages/web/core/session.ts'
import { Button } from '#packages/web/desk/button.tsx'
import { usePageSearch } from '#packages/web/desk/page-search.tsx'
import { PageState } from '#packages/web/desk/page-state.tsx'
import { useMay } from '#packages/web/desk/permissions.tsx'
import { SplitPage } from '#packages/web/desk/split-page/split-page.tsx'
import { SplitPane } from '#packages/web/desk/split-page/split-pane.tsx'
import { auditorTypes, type AuditorType, type GrantedUser } from '../../../contract.ts'
import { auditorDutiesQuery, auditorsQuery, saveAuditors, type AuditorDuty } from '../../grant-queries.ts'
import { OrgSelect } from './org-select.tsx'
import { PeopleDialog } from './people-dialog.tsx'
import type { GuardedNavigation } from './use-guarded-navigation.ts'
import styles from './auditors.module.css'

const types = Object.keys(auditorTypes).map(Number) as AuditorType[]

/** 应用管理员: the administrators of a kind of application in an organisation. */
export function Auditors({ go }: GuardedNavigation) {
  const { search } = usePageSearch()
  const mayGrant = useMay()('app.grant')
  const own = useSession(({ orgId }) => orgId)
  const orgId = search.get('org')
  const [edited, setEdited] = useState<AuditorType>()
  const queries = useQueries({ queries: types.map((type) => auditorsQuery(type, orgId)) })
  const duties = useQuery(auditorDutiesQuery).data ?? []
  const failed = queries.find(({ isError }) => isError)
  const choice = (
    <OrgSelect orgId={orgId ?? own} onChoose={(org) => go({ tab: 'auditors', org: org === own ? undefined : org })} />
  )
  const peopleOf = (type: AuditorType) => queries[types.indexOf(type)]?.data
  return (
    <SplitPage note="审批和维护该类应用的人" picker={choice}>
      <SplitPane label="应用管理员">
        {failed ? (
          <PageState
            status="failed"
            error={failed.error}
            onRetry={() => void Promise.all(queries.map((query) => query.refetch()))}
          />
        ) : (
          <table className={styles['table']}>
            <thead>
              <tr>
                <th scope="col">应用类型</th>
                <th scope="col">管理员</th>
                {mayGrant && <th scope="col">操作</th>}
              </tr>
            </thead>
            <tbody>
              {types.map((type) => (
                <Row
                  key={type}
                  type={type}
                  duties={duties.filter(({ auditorType }) => auditorType === type)}
                  people={peopleOf(type)}
                  onEdit={mayGrant ? () => setEdited(type) : undefined}
                />
              ))}
            </tbody>
          </table>
        )}
      </SplitPane>
      {edited && (
        <PeopleDialog
          title={`${auditorTypes[edited]}管理员`}
          none="还没有管理员，按姓名加入。"
          before={peopleOf(edited) ?? []}
          orgId={orgId ?? own}
          save={(userIds) => saveAuditors(edited, orgId, userIds)}
          onClose={() => setEdited(undefined)}
        />
      )}
    </SplitPage>
  )
}

interface RowProps {
  type: AuditorType
  duties: readonly AuditorDuty[]
  people: readonly GrantedUser[] | undefined
  /** Undefined for a caller who may only review. */
  onEdit: (() => void) | undefined
}

const Row = ({ type, duties, people, onEdit }: RowProps) => (
  <tr>
    <th scope="row">
      {auditorTypes[type]}
      {duties.map(({ application, functions }) => (
        <div key={application} className={styles['duty']}>
          {[application, functions.join('；')].filter(Boolean).join('：')}
        </div>
      ))}
    </th>
    <td>
      {!people ? (
        <span className={styles['none']}>正在读取…</span>
      ) : people.length === 0 ? (
        <span className={styles['none']}>未设置</span>
      ) : (
        people.map(({ name }) => name).join('、')
      )}
    </td>
    {onEdit && (
      <td>
        <Button
          type="link"
          size="small"
          disabled={!people}
          aria-label={`设置${auditorTypes[type]}管理员`}
          onClick={onEdit}
        >
          设置
        </Button>
      </td>
    )}
  </tr>
)

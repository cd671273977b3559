import { PlusOutlined } from '@ant-design/icons'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { labelOf, optionsOf } from '#packages/contract'
import { getErrorMessage } from '#packages/web/core/call-error.ts'
import { call } from '#packages/web/core/call.ts'
import type { FormSpec } from '#packages/web/core/form/form-spec.ts'
import { Button } from '#packages/web/desk/button.tsx'
import { FormDialog } from '#packages/web/desk/form/form-dialog.tsx'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { PageState } from '#packages/web/desk/page-state.tsx'
import { PlainSelect } from '#packages/web/desk/plain-select.tsx'
import { QueryState } from '#packages/web/desk/query-state.tsx'
import { useToast } from '#packages/web/desk/toast.tsx'
import {
  appDataApi,
  issueForm,
  issueStates,
  issueTypes,
  listNextStates,
  type DataColumn,
  type DataIssue,
  type IssueForm,
  type IssueState,
} from '../../contract.ts'
import { dataKey, issuesQuery, type Range } from '../data-queries.ts'
import styles from './lists.module.css'

interface Props {
  columns: readonly DataColumn[]
  code: string
  range: Range
}

/** What was noted about the figures: each is a mark of its day in the trend. */
export function IssueList({ columns, code, range }: Props) {
  const query = useQuery(issuesQuery(range))
  const [isOpen, setOpen] = useState(false)
  return (
    <div className={styles['frame']}>
      <div className={styles['line']}>
        <span className={styles['note']}>登记的问题显示在走势图上，本单位和下级单位都看得到。</span>
        <Button icon={<Glyph of={PlusOutlined} />} onClick={() => setOpen(true)}>
          登记问题
        </Button>
      </div>
      <QueryState query={query}>
        {(issues) =>
          issues.length === 0 ? (
            <PageState status="empty" title="没有登记的数据问题" text="数不对、迟到或口径变了，在这里写一句说明。" />
          ) : (
            <ul className={styles['rows']}>
              {issues.map((issue) => (
                <Issue key={issue.id} issue={issue} />
              ))}
            </ul>
          )
        }
      </QueryState>
      {isOpen && <IssueDialog columns={columns} code={code} range={range} onClose={() => setOpen(false)} />}
    </div>
  )
}

function Issue({ issue: { id, day, org, metric, type, text, state } }: { issue: DataIssue }) {
  const client = useQueryClient()
  const toast = useToast()
  const next = listNextStates(state)
  const settle = async (chosen: IssueState) => {
    try {
      await call(appDataApi.settleIssue, { body: { id, state: chosen } })
      await client.invalidateQueries({ queryKey: dataKey })
    } catch (error) {
      toast.error(getErrorMessage(error))
    }
  }
  return (
    <li className={styles['row']}>
      <span>{day}</span>
      <span>{org.name}</span>
      <span>
        {metric} {labelOf(issueTypes, type)}
      </span>
      <span className={styles['text']}>{text}</span>
      {next.length === 0 ? (
        <span>{labelOf(issueStates, state)}</span>
      ) : (
        <PlainSelect
          label={`${day} ${org.name}的状态`}
          isDense
          value={state}
          options={[state, ...next].map((one) => ({ value: one, label: labelOf(issueStates, one) }))}
          onChange={(chosen) => void settle(chosen as IssueState)}
        />
      )}
    </li>
  )
}

const createForm = ({ columns, code, range: { orgId, to } }: Props): FormSpec<IssueForm> => ({
  schema: issueForm,
  initial: () => ({ code, orgId, day: to, type: 'outlier', text: '' }),
  sections: [
    {
      fields: [
        {
          name: 'code',
          label: '指标',
          kind: 'select',
          required: true,
          options: columns.map((one) => ({ value: one.code, label: one.title })),
        },
        { name: 'day', label: '日期', kind: 'date', required: true },
        { name: 'type', label: '类型', kind: 'radio', required: true, options: optionsOf(issueTypes) },
        { name: 'text', label: '说明', kind: 'textarea', required: true, hint: '不要写学生或教师的姓名' },
      ],
    },
  ],
})

function IssueDialog({ onClose, ...props }: Props & { onClose: () => void }) {
  const client = useQueryClient()
  return (
    <FormDialog
      title="登记数据问题"
      form={createForm(props)}
      submit={async (body) => {
        await call(appDataApi.saveIssue, { body })
        await client.invalidateQueries({ queryKey: dataKey })
      }}
      onClose={onClose}
    />
  )
}
